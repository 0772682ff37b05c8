import type { FromWorker } from '../messages.ts'

/** Draft of "MediaStreamTrack Insertable Media Processing using Streams"; Safari has it, in workers only. */
declare class VideoTrackGenerator {
  readonly writable: WritableStream<VideoFrame>
  readonly track: MediaStreamTrack
}

/**
 * Where pictures go: into the stream that the page made, once it has been handed over, into a track that is made here, or to the page one
 * by one. What is shown becomes the property of the output.
 */
export function openPictureOutput(
  sink: Promise<WritableStream<VideoFrame>> | undefined,
  tell: (message: FromWorker, transfer: Transferable[]) => void,
): (picture: VideoFrame) => void {
  if (sink) return writeInto(sink)
  if ('VideoTrackGenerator' in globalThis) {
    const { writable, track } = new VideoTrackGenerator()
    // A MediaStreamTrack can be transferred where this class exists.
    tell({ type: 'picture-track', track }, [track as unknown as Transferable])
    return writeInto(Promise.resolve(writable))
  }
  return (frame) => tell({ type: 'picture', frame }, [frame])
}

function writeInto(stream: Promise<WritableStream<VideoFrame>>): (picture: VideoFrame) => void {
  let writer: WritableStreamDefaultWriter<VideoFrame> | undefined
  /** The newest picture from before there was a writer. */
  let waiting: VideoFrame | undefined
  void stream.then((opened) => {
    writer = opened.getWriter()
    if (waiting) write(waiting)
    waiting = undefined
  })

  function write(picture: VideoFrame): void {
    // A page that is being closed takes no more pictures.
    writer?.write(picture).catch(() => picture.close())
  }

  return (picture) => {
    if (writer) {
      write(picture)
      return
    }
    waiting?.close()
    waiting = picture
  }
}
