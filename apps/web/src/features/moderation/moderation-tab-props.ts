import type { ReactNode } from 'react'
import type { ModerationState } from './store/moderation-state.ts'
import type { ModerationStore } from './store/moderation-store.ts'

/** The props of every tab of the moderation panel. */
export interface ModerationTabProps {
  channel: string
  state: ModerationState
  store: ModerationStore
  /** The text of a message as the chat shows it. */
  renderText: (message: string) => ReactNode
  /** Below the messages, where the window has room for it. */
  composer: ReactNode
}
