import { isSavingData } from '../../../lib/browser/is-saving-data.ts'
import { hasRoomForSmallPlayer } from '../../../paths.ts'
import { type SmallPlayback, smallPlayback } from './small-playback.ts'
// Its code comes with this one: what cannot be seen cannot be stopped.
import './small-player.tsx'

/**
 * Lets a playback, whose video is in the document but out of sight, go on in the corner of the page that the viewer has gone to (rule
 * PLAYER-22). Returns false where it does not: it was paused or has failed, the viewer saves data, or that page plays something itself.
 * The caller closes it then.
 */
export function keepPlaying(kept: SmallPlayback): boolean {
  const { media, playback } = kept.started
  const { isPaused, hasStarted } = media.getState()
  const isPlaying = playback.getState().status === 'ready' && hasStarted && !isPaused
  if (!isPlaying || isSavingData() || !hasRoomForSmallPlayer(location.pathname)) return false
  smallPlayback.setState({ current: kept })
  return true
}
