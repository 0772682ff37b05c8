/** Covers the player's picture while the element's source is exchanged, so that nobody sees a gap. */
export interface PictureBridge {
  /** Shows the element's picture as it is, and what moves in `stream` from its first picture on. Resolves when that is shown. */
  show(stream?: MediaStream): Promise<void>
  hide(): void
}

const streamTimeoutMs = 300

/** The covers lie over the element and below everything that comes after it in the page. */
export function createPictureBridge(video: HTMLVideoElement): PictureBridge {
  const covers: (HTMLCanvasElement | HTMLVideoElement)[] = []

  function cover(element: HTMLCanvasElement | HTMLVideoElement): void {
    element.className = video.className
    element.ariaHidden = 'true'
    ;(covers.at(-1) ?? video).after(element)
    covers.push(element)
  }

  function hide(): void {
    for (const element of covers.splice(0)) {
      if (element instanceof HTMLVideoElement) element.srcObject = null
      element.remove()
    }
  }

  return {
    async show(stream) {
      hide()
      if (video.videoWidth > 0) {
        const canvas = document.createElement('canvas')
        canvas.width = video.videoWidth
        canvas.height = video.videoHeight
        canvas.getContext('2d')?.drawImage(video, 0, 0)
        cover(canvas)
      }
      if (stream === undefined || stream.getVideoTracks().length === 0) return
      const moving = document.createElement('video')
      moving.muted = true
      moving.playsInline = true
      moving.srcObject = stream
      cover(moving)
      await shownPicture(moving, streamTimeoutMs)
    },
    hide,
  }
}

/** Plays an element. Resolves when it shows a picture, or after a while. */
export function shownPicture(video: HTMLVideoElement, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs)
    video.requestVideoFrameCallback(() => {
      clearTimeout(timer)
      resolve()
    })
    video.play().catch(() => undefined)
  })
}
