/** What shows the picture of this page. Moments are milliseconds since 1970, other times seconds. */
interface PicturePlayer {
  /** When the picture was taken; undefined while that is not known. */
  shownMs(): number | undefined
  /** When the picture was taken that is so far before the end of what can be sought. */
  takenMs(behindSeconds: number): number | undefined
  /** Where in a recording the picture of this moment is, from its beginning. */
  positionOf(atMs: number): number | undefined
  seekRange(): { lengthSeconds: number } | null
  seekTo(behindSeconds: number): void
}

let player: PicturePlayer | undefined

/** When the picture was taken that this page shows, in milliseconds since 1970: the player knows it, and the chat sends it along. */
export const pictureTime = {
  /** Undefined where no player shows a picture, or it does not know. */
  shownMs: (): number | undefined => player?.shownMs(),
  player: (): PicturePlayer | undefined => player,
  /** Asks this player from now on. Returns a function that stops it. */
  follow(shower: PicturePlayer): () => void {
    player = shower
    return () => {
      if (player === shower) player = undefined
    }
  },
}
