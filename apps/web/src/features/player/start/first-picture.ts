import type { FirstPictureFacts } from '@waggle/contract/playback/real-time'

/** A class of Chromium's, from before the standard moved it into workers. */
declare class MediaStreamTrackGenerator extends MediaStreamTrack {
  constructor(options: { kind: 'video' })
  readonly writable: WritableStream<VideoFrame>
}

/** A stream in real time that begins with a picture which came without a socket. */
export interface FirstPicture {
  streamId: string
  stream: MediaStream
  /** What plays it. */
  video: HTMLVideoElement
  /** Where all other pictures go, once the first one has gone there, or there is none. */
  sink: Promise<WritableStream<VideoFrame>>
  /** A worker has the sink, or will have it. */
  isTaken: boolean
  /** The first picture is on the screen, or there is none. */
  shown: Promise<unknown>
  /** The others are about to come. */
  giveUp(): void
}

const newline = 10
/** A picture that takes longer comes with the others. */
const timeoutMs = 3000

/** A request for the newest key frame of a stream, which may be withdrawn. */
export interface PictureRequest {
  answer: Promise<Response>
  abort: AbortController
}

/** Undefined where the page cannot make a track of pictures. */
export function requestPicture(address: string): PictureRequest | undefined {
  if (!('MediaStreamTrackGenerator' in globalThis)) return undefined
  const abort = new AbortController()
  // The first question makes the browser find its decoders. The answer does not matter.
  void VideoDecoder.isConfigSupported({ codec: 'avc1.42001f' }).catch(() => undefined)
  setTimeout(() => abort.abort(), timeoutMs)
  const answer = fetch(address, { signal: abort.signal })
  answer.catch(() => undefined)
  return { answer, abort }
}

/** Shows the newest key frame of a stream while its player is on its way (rule PLAYER-25). */
export function showFirstPicture(streamId: string, { answer, abort }: PictureRequest): FirstPicture {
  const track = new MediaStreamTrackGenerator({ kind: 'video' })
  const stream = new MediaStream([track])
  // At once: a track forgets what is written before anything plays it.
  const video = playerOf(stream)
  const written = answer.then(readPicture).then(show)
  written.catch(() => {
    // The page would not have finished loading before this video has a picture, which nothing may play any more.
    if (!video.isConnected) video.srcObject = null
  })
  const isShown = new Promise((resolve) => video.requestVideoFrameCallback(resolve))
  return {
    ...{ streamId, stream, video, isTaken: false },
    sink: written.catch(() => undefined).then(() => track.writable),
    shown: written.then(() => isShown).catch(() => undefined),
    giveUp: () => abort.abort(),
  }

  async function show(picture: VideoFrame): Promise<void> {
    layOverStill(video)
    const writer = track.writable.getWriter()
    await writer.write(picture)
    writer.releaseLock()
  }
}

/** Above the still picture that the server has put into the page, if it has been read, unless the app has the element by now. */
export function layOverStill(element: Element): void {
  if (!element.isConnected) document.querySelector('#root > .first-stage > .first-picture')?.append(element)
}

async function readPicture(answer: Response): Promise<VideoFrame> {
  if (answer.status !== 200) throw new Error(`first picture: ${answer.status}`)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const end = bytes.indexOf(newline)
  const line = new TextDecoder().decode(bytes.subarray(0, end))
  const { timestampUs, description, ...config }: FirstPictureFacts = JSON.parse(line)
  const chunk = new EncodedVideoChunk({ type: 'key', timestamp: timestampUs, data: bytes.subarray(end + 1) })
  return decode({ ...config, ...(description && { description: fromHex(description) }) }, chunk)
}

/** The first picture of a decoder. Rejects where the browser cannot decode it. */
export async function decode(config: VideoDecoderConfig, chunk: EncodedVideoChunk): Promise<VideoFrame> {
  let decoder: VideoDecoder | undefined
  try {
    return await new Promise((resolve, reject) => {
      decoder = new VideoDecoder({ output: resolve, error: reject })
      decoder.configure({ ...config, optimizeForLatency: true })
      decoder.decode(chunk)
      decoder.flush().then(() => reject(new Error('no picture')), reject)
    })
  } finally {
    if (decoder?.state !== 'closed') decoder?.close()
  }
}

export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
}

function playerOf(stream: MediaStream): HTMLVideoElement {
  const video = document.createElement('video')
  video.playsInline = true
  video.srcObject = stream
  video.play().catch((error: unknown) => {
    // The browser allows no sound yet, which the player finds out again. Any other failure is a source that the player has changed.
    if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return
    video.muted = true
    video.play().catch(() => undefined)
  })
  return video
}
