import { leastLatencySeconds } from '../engines/hls/pacing/target-latency.ts'

/** What a playback in low delay begins with. All addresses are absolute. */
export interface FirstMedia {
  /** Of picture and sound (RFC 6381). */
  codecs: string[]
  initialisation: string
  /** Begins with a key frame. */
  part: string
  key: string
  /** Hexadecimal. */
  iv: string
}

/**
 * Follows the playlists of a live stream to the media that hls.js will play first, which asks for one after the other. The browser keeps
 * all of it for the moment until then. Undefined where there are several qualities: hls.js begins with a measurement.
 */
export async function fetchFirstMedia(playlist: string): Promise<FirstMedia | undefined> {
  const master = await textOf(playlist)
  const variants = master.match(/^[^#\s].*$/gm)
  const [variant] = variants ?? []
  if (variant === undefined || variants?.length !== 1) return undefined
  const media = new URL(variant, new URL(playlist, location.href)).href
  const tags: readonly string[] = (await textOf(media)).match(/^#EXT-X-(MAP|KEY|PART):.*$/gm) ?? []
  const parts = tags.filter((tag) => tag.startsWith('#EXT-X-PART:'))
  const first = firstPart(parts)
  const before = (type: string) =>
    tags.slice(0, tags.indexOf(parts[first] ?? '')).findLast((tag) => tag.startsWith(`#EXT-X-${type}:`)) ?? ''
  const addressIn = (tag = '') => new URL(/URI="([^"]+)"/.exec(tag)?.[1] ?? '', media).href
  const [initialisation = '', part = ''] = [before('MAP'), ...parts.slice(first)].map((tag) => {
    const href = addressIn(tag)
    preload({ rel: 'preload', as: 'fetch', href })
    return href
  })
  const [, codecs = ''] = /CODECS="([^"]+)"/.exec(master) ?? []
  const [, iv = ''] = /IV=0x(\w+)/.exec(before('KEY')) ?? []
  return { codecs: codecs.split(','), initialisation, part, key: addressIn(before('KEY')), iv }
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
