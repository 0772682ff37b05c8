import { leastLatencySeconds } from '../engines/hls/pacing/target-latency.ts'

/** What a playback in low delay begins with. All addresses are absolute. */
export interface FirstMedia {
  /** Of the picture, unless there is none (RFC 6381). */
  codec: string
  initialisation: string
  part: string
  /** Of the key that the part is encrypted with. */
  key: string
  /** Hexadecimal. */
  iv: string
}

/**
 * Follows the playlists of a live stream to the media that hls.js will play first, which asks for one after the other. The browser keeps
 * all of it for the moment until then. Not where there are several qualities: hls.js begins with a measurement. Resolves with what that
 * begins with, where it is an encrypted key frame.
 */
export async function fetchFirstMedia(playlist: string): Promise<FirstMedia | undefined> {
  const master = await textOf(playlist)
  const variants = master.match(/^[^#\s].*$/gm)
  const [variant] = variants ?? []
  if (variant === undefined || variants?.length !== 1) return undefined
  const media = new URL(variant, new URL(playlist, location.href)).href
  const tags: readonly string[] = (await textOf(media)).match(/^#EXT-X-(MAP|KEY|PART):.*$/gm) ?? []
  const parts = tags.filter((tag) => tag.startsWith('#EXT-X-PART:'))
  const [first, ...others] = parts.slice(firstPart(parts))
  if (first === undefined) return undefined
  const before = (type: string) =>
    tags.slice(0, tags.indexOf(first)).findLast((tag) => tag.startsWith(`#EXT-X-${type}:`)) ?? ''
  const [initialisation, part] = [before('MAP'), first, ...others].map((tag) => {
    const address = addressIn(tag, media)
    if (address !== undefined) preload({ rel: 'preload', as: 'fetch', href: address })
    return address
  })
  const key = addressIn(before('KEY'), media)
  const [, iv] = /IV=0x(\w+)/.exec(before('KEY')) ?? []
  const [, codec] = /CODECS="([^",]+)/.exec(master) ?? []
  const isWhole = initialisation !== undefined && part !== undefined && key !== undefined
  if (!isWhole || iv === undefined || codec === undefined || !first.includes('INDEPENDENT=YES')) return undefined
  return { codec, initialisation, part, key, iv }
}

function addressIn(tag: string, base: string): string | undefined {
  const [, uri] = /URI="([^"]+)"/.exec(tag) ?? []
  return uri && new URL(uri, base).href
}

/** Where playback begins: at a key frame, so far before the live edge. */
function firstPart(parts: readonly string[]): number {
  let seconds = 0
  const first = parts.findLastIndex((part) => {
    seconds += Number(/DURATION=([\d.]+)/.exec(part)?.[1])
    return seconds >= leastLatencySeconds && part.includes('INDEPENDENT=YES')
  })
  return Math.max(0, first)
}

async function textOf(address: string): Promise<string> {
  const answer = await fetch(address)
  return answer.ok ? answer.text() : ''
}

/** Lets the browser fetch something that the page will ask for. */
export function preload(attributes: { rel: string; href: string; as?: string }): void {
  document.head.append(Object.assign(document.createElement('link'), { crossOrigin: 'anonymous', ...attributes }))
}
