import type { LiveEngine } from '../engines/live-engine.ts'
import styles from '../player.module.css'

/** A playback, and the element it plays into. */
export interface StartedPlayback extends LiveEngine {
  video: HTMLVideoElement
}

/**
 * The element that a live stream is played into. It is made without React, because it may play before the app is drawn: perhaps `video`
 * shows a first picture already.
 */
export function createPlayerVideo(
  poster: string | null,
  video: HTMLVideoElement = document.createElement('video'),
): HTMLVideoElement {
  video.className = styles.video ?? ''
  video.dataset.testid = 'player-video'
  video.playsInline = true
  if (poster !== null) video.poster = poster
  return video
}
