export type ChatVariant =
  /** Beside a player, or a pane of the dashboard. */
  | 'panel'
  /** The whole window. */
  | 'page'
  /** In a frame of another site. Read-only, because that site could trick the user into pressing hidden buttons. */
  | 'embedded'
  /** Only the messages, over a video. */
  | 'overlay'
