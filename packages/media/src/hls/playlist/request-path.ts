/** What can be asked for of a stream. Nothing else has an address. */
export type Target =
  | { kind: 'master' }
  | { kind: 'playlist'; rendition: string }
  | { kind: 'init'; rendition: string; number: number }
  | { kind: 'part'; rendition: string; sequence: number; index: number }
  | { kind: 'segment'; rendition: string; sequence: number }

const longestPath = 80
/** Numbers have no leading zeros: one address for one thing, so that caches hold it once. */
const grammar =
  /^([a-z0-9]{1,16})\/(?:media\.m3u8|init-(0|[1-9]\d{0,14})\.mp4|part-(0|[1-9]\d{0,14})-(0|[1-9]\d{0,3})\.m4s|seg-(0|[1-9]\d{0,14})\.m4s)$/

export const renditionNamePattern = /^[a-z0-9]{1,16}$/

/** Reads the path below a stream's address, such as `source/part-41-0.m4s`. Undefined for everything that is not one. */
export function parsePath(path: string): Target | undefined {
  if (path === 'master.m3u8') return { kind: 'master' }
  const groups = path.length <= longestPath ? grammar.exec(path) : null
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
