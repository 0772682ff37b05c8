const seekTimeoutMs = 4000

/** Seeks, and resolves with the time of the picture that is then shown, in seconds; undefined where there is no picture. */
export function showPicture(video: HTMLVideoElement, seconds: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = video.requestVideoFrameCallback((_, { mediaTime }) => finish(mediaTime))
    const timer = setTimeout(() => finish(undefined), seekTimeoutMs)
    function finish(shown: number | undefined): void {
      clearTimeout(timer)
      video.cancelVideoFrameCallback(request)
      resolve(shown)
    }
    video.currentTime = seconds
  })
}

/** The picture that is shown, as a data address; undefined where there is none. */
export function drawPicture(video: HTMLVideoElement, heightPixels: number): string | undefined {
  if (video.videoWidth === 0) return undefined
  const canvas = document.createElement('canvas')
  canvas.height = heightPixels
  canvas.width = Math.round((heightPixels * video.videoWidth) / video.videoHeight)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/jpeg', 0.7)
}

/** Each place has the picture before it until it has its own, which it may never have: whoever plays or trims ends their being taken. */
export function withoutGaps(pictures: readonly (string | undefined)[]): (string | undefined)[] {
  return pictures.map((own, index) => own ?? pictures.slice(0, index).findLast((before) => before !== undefined))
}
