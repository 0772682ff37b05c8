import type { Audience } from '@waggle/media/moq/viewer/audience'

/** A broadcast that can be watched in real time at this process. */
export interface Watchable {
  audience: Audience
  /** Tokens that were issued earlier do not open it. */
  tokensValidFromMs: number
}
