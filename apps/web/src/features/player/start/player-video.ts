import type { LiveEngine } from '../engines/live-engine.ts'
import styles from '../player.module.css'

/** A playback, and the element it plays into. */
export interface StartedPlayback extends LiveEngine {
  video: HTMLVideoElement
}

/** The element that a live stream is played into. It is made without React, because it may play before the app is drawn. */
export function createPlayerVideo(poster: string | null): HTMLVideoElement {
  const video = document.createElement('video')
  video.className = styles.video ?? ''
  video.dataset.testid = 'player-video'
  video.playsInline = true
  if (poster !== null) video.poster = poster
  return video
}
