type Video = Pick<HTMLVideoElement, 'paused' | 'error' | 'ended' | 'play' | 'addEventListener' | 'removeEventListener'>

/**
 * Remembers whether the viewer wants the video to play. Loading a source again pauses the element, and so does an error, which is
 * not what the viewer wants.
 */
export function watchPlayIntent(video: Video): { resume(): void; close(): void } {
  let isWanted = !video.paused

  function onPlay(): void {
    isWanted = true
  }

  function onPause(): void {
    if (video.error === null && !video.ended) isWanted = false
  }

  video.addEventListener('play', onPlay)
  video.addEventListener('pause', onPause)

  return {
    /** Plays again after a reload, if the viewer had not paused. */
    resume() {
      if (isWanted && video.paused) void video.play().catch(() => undefined)
    },
    close() {
      video.removeEventListener('play', onPlay)
      video.removeEventListener('pause', onPause)
    },
  }
}
