import { leastLatencySeconds } from '../engines/hls/pacing/target-latency.ts'

/**
 * Follows the playlists of a live stream to the media that hls.js will play first, which asks for one after the other. The browser keeps
 * all of it for the moment until then. Not where there are several qualities: hls.js begins with a measurement.
 */
export async function fetchFirstMedia(playlist: string): Promise<void> {
  const variants = (await textOf(playlist)).match(/^[^#\s].*$/gm)
  const [variant] = variants ?? []
  if (variant === undefined || variants?.length !== 1) return
  const media = new URL(variant, new URL(playlist, location.href)).href
  const list = await textOf(media)
  const map = list.match(/^#EXT-X-MAP:.*$/gm)?.at(-1)
  const parts = list.match(/^#EXT-X-PART:.*$/gm) ?? []
  for (const line of [map, ...parts.slice(firstPart(parts))]) {
    const uri = /URI="([^"]+)"/.exec(line ?? '')?.[1]
    if (uri !== undefined) preload({ rel: 'preload', as: 'fetch', href: new URL(uri, media).href })
  }
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
