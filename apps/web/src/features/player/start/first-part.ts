import type { FirstMedia } from './first-media.ts'
import { decode, fromHex, layOverStill } from './first-picture.ts'

/** The boxes with the record that a decoder is configured with. */
const recordBoxes: Readonly<Record<string, string>> = { avc1: 'avcC', hvc1: 'hvcC' }
const videoTrackId = 1

/**
 * Shows the picture that hls.js will begin with, while hls.js is on its way (rule PLAYER-25). The canvas, which is empty until then, lies
 * over the video of the same place until that has a picture of its own.
 */
export function coverWith(picture: Promise<VideoFrame>): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.className = 'first-cover'
  canvas.ariaHidden = 'true'
  const uncover = ({ target }: Event) => {
    if (!(target instanceof HTMLVideoElement) || target.parentElement !== canvas.parentElement) return
    document.removeEventListener('loadeddata', uncover, true)
    target.requestVideoFrameCallback(() => canvas.remove())
  }
  document.addEventListener('loadeddata', uncover, true)
  // Whatever is wrong with it, the player comes.
  picture.then(draw).catch(() => undefined)
  return canvas

  function draw(frame: VideoFrame): void {
    canvas.width = frame.displayWidth
    canvas.height = frame.displayHeight
    canvas.getContext('2d')?.drawImage(frame, 0, 0, canvas.width, canvas.height)
    frame.close()
    layOverStill(canvas)
  }
}

/** Decrypts the first part and decodes its key frame. Rejects where that cannot be done, as in pages that are not secure. */
export async function decodeFirstPart(
  { codec, initialisation, part, iv }: FirstMedia,
  key: Promise<ArrayBuffer>,
): Promise<VideoFrame> {
  const [init, encrypted, secret] = await Promise.all([bytesOf(initialisation), bytesOf(part), key])
  const cipher = 'AES-CBC'
  const cryptoKey = await crypto.subtle.importKey('raw', secret, cipher, false, ['decrypt'])
  const plain = await crypto.subtle.decrypt({ name: cipher, iv: fromHex(iv) }, cryptoKey, encrypted)
  const record = recordBoxes[codec.slice(0, 4)]
  const description = record && contentOf(init, record)
  const chunk = new EncodedVideoChunk({ type: 'key', timestamp: 0, data: firstSample(plain) })
  return decode({ codec, ...(description && { description }) }, chunk)
}

async function bytesOf(address: string): Promise<ArrayBuffer> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  return answer.arrayBuffer()
}

/** The content of the box of this type, which occurs once (ISO/IEC 14496-12 section 4.2). */
function contentOf(movie: ArrayBuffer, type: string): Uint8Array<ArrayBuffer> {
  const at = charactersOf(movie).indexOf(type) - 4
  return new Uint8Array(movie, at + 8, new DataView(movie).getUint32(at) - 8)
}

/** The first picture of a part, as the server writes it (packages/media/src/fmp4/media-part.ts). */
function firstSample(part: ArrayBuffer): Uint8Array<ArrayBuffer> {
  const view = new DataView(part)
  // The part begins with its moof. In each traf, the header comes first.
  const moof = charactersOf(part.slice(0, view.getUint32(0)))
  const fragment = [...moof.matchAll(/traf/g)].find(({ index }) => view.getUint32(index + 16) === videoTrackId)
  const run = moof.indexOf('trun', fragment?.index)
  return new Uint8Array(part, view.getUint32(run + 12), view.getUint32(run + 20))
}

/** One for each byte. */
function charactersOf(bytes: ArrayBuffer): string {
  return new TextDecoder('latin1').decode(bytes)
}
