/** A class of Chromium's, from before the standard moved it into workers. */
declare class MediaStreamTrackGenerator extends MediaStreamTrack {
  constructor(options: { kind: 'video' })
  readonly writable: WritableStream<VideoFrame>
}

/** What the worker writes pictures into: a track of its own making, one that the page makes, or a canvas of the page. */
export interface PictureSink {
  /** Where the browser lets the worker write into it directly. */
  writable: WritableStream<VideoFrame> | undefined
  /** Undefined while only the worker can make it. */
  track: MediaStreamTrack | undefined
  /** Draws a picture that the worker could not write itself. */
  draw(picture: VideoFrame): void
}

/** `opened` is a track that the worker writes into already. */
export function openPictureSink(opened?: MediaStreamTrack): PictureSink {
  if (opened) return { writable: undefined, track: opened, draw: (picture) => picture.close() }
  if ('MediaStreamTrackGenerator' in globalThis) {
    const track = new MediaStreamTrackGenerator({ kind: 'video' })
    return { writable: track.writable, track, draw: (picture) => picture.close() }
  }
  let context: CanvasRenderingContext2D | null = null
  const sink: PictureSink = {
    writable: undefined,
    track: undefined,
    draw(picture) {
      if (context === null) {
        const canvas = document.createElement('canvas')
        context = canvas.getContext('2d')
        sink.track = canvas.captureStream().getVideoTracks()[0]
      }
      const { displayWidth, displayHeight } = picture
      if (context && (context.canvas.width !== displayWidth || context.canvas.height !== displayHeight)) {
        context.canvas.width = displayWidth
        context.canvas.height = displayHeight
      }
      context?.drawImage(picture, 0, 0)
      picture.close()
    },
  }
  return sink
}
