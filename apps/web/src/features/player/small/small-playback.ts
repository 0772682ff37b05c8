import { createStore } from '../../../lib/store/store.ts'
import type { StartedPlayback } from '../start/player-video.ts'

/** A broadcast that plays on in a corner while the viewer looks around the site (rule PLAYER-22). */
export interface SmallPlayback {
  started: StartedPlayback
  streamId: string
  username: string
  title: string
}

export const smallPlayback = createStore<{ current: SmallPlayback | null }>({ current: null })

/** Moves the video of the small player into `holder`, if it plays this broadcast; ends it if it plays another. The caller closes it. */
export function takeSmallPlayback(streamId: string, holder: Element): StartedPlayback | undefined {
  const { current } = smallPlayback.getState()
  if (current?.streamId !== streamId) {
    dropSmallPlayback()
    return undefined
  }
  // Before the small player goes, which would take the video with it.
  holder.append(current.started.video)
  smallPlayback.setState({ current: null })
  return current.started
}

/** Ends what plays in the corner. */
export function dropSmallPlayback(): void {
  const { current } = smallPlayback.getState()
  current?.started.close()
  current?.started.video.remove()
  smallPlayback.setState({ current: null })
}
