/** Everything of a stream that has an address. */
type Target =
  | { kind: 'master' }
  | { kind: 'playlist'; rendition: string }
  | { kind: 'init'; rendition: string; number: number }
  | { kind: 'part'; rendition: string; sequence: number; index: number }
  | { kind: 'segment'; rendition: string; sequence: number }

const maxPathLength = 80
/** Numbers have no leading zeros, so that every resource has one address and caches store it once. */
const pathPattern =
  /^([a-z0-9]{1,16})\/(?:media\.m3u8|init-(0|[1-9]\d{0,14})\.mp4|part-(0|[1-9]\d{0,14})-(0|[1-9]\d{0,3})\.m4s|seg-(0|[1-9]\d{0,14})\.m4s)$/

export const renditionNamePattern = /^[a-z0-9]{1,16}$/

/** Parses a path relative to the stream's address, such as `source/part-41-0.m4s`. Undefined when it is not valid. */
export function parsePath(path: string): Target | undefined {
  if (path === 'master.m3u8') return { kind: 'master' }
  const groups = path.length <= maxPathLength ? pathPattern.exec(path) : null
  const rendition = groups?.[1]
  if (groups === null || rendition === undefined) return undefined
  const [, , init, parent, part, segment] = groups
  if (init !== undefined) return { kind: 'init', rendition, number: Number(init) }
  if (parent !== undefined) return { kind: 'part', rendition, sequence: Number(parent), index: Number(part) }
  if (segment !== undefined) return { kind: 'segment', rendition, sequence: Number(segment) }
  return { kind: 'playlist', rendition }
}

export function initPath(number: number): string {
  return `init-${number}.mp4`
}

export function partPath(sequence: number, index: number): string {
  return `part-${sequence}-${index}.m4s`
}

export function segmentPath(sequence: number): string {
  return `seg-${sequence}.m4s`
}
