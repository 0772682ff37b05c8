import { preferences } from '../../media/preferences.ts'
import { canPlayRealTime } from '../../real-time/can-play-real-time.ts'
import type { DelayMode } from './delay-mode.ts'

/** The mode in which playback begins in this browser. */
export function firstMode(): DelayMode {
  return canPlayRealTime() ? preferences.getState().delayMode : 'low-delay'
}
