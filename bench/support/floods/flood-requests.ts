import type { FloodPlan } from './flood-plan.ts'

const host = 'Host: 127.0.0.1\r\n'
/** Just below what a server accepts as headers. */
const manyRanges = Array.from({ length: 1300 }, (_, index) => `${index * 7}-${index * 7 + 900}`).join(',')
const headerRanges = [
  '0-0',
  '0-9',
  '1-1,1-1,1-1,1-1',
  '0-99999999999',
  '-1',
  manyRanges.slice(0, 14_000).replace(/,[^,]*$/, ''),
]

/** The n-th request of a flood, as it goes over the wire. */
export function floodRequest({ kind, streamId, segments, recorded }: FloodPlan, number: number): string {
  const segment = segments[number % segments.length] ?? '/'
  if (kind === 'tokens') return `POST /api/hls/token/${streamId} HTTP/1.1\r\n${host}Content-Length: 0\r\n\r\n`
  if (kind !== 'ranges') return get(segment)
  // In turn: ranges of headers, and those of a recording's addresses: small, overlapping, huge.
  const object = recorded[number % Math.max(1, recorded.length)]
  if (number % 2 === 0 || !object) {
    return get(segment, `Range: bytes=${headerRanges[(number >> 1) % headerRanges.length]}\r\n`)
  }
  const last = object.bytes - 1
  const [from, to] = [
    [0, 0],
    [number % last, last],
    [0, last],
    [0, 99_999_999_999],
  ][(number >> 1) % 4] ?? [0, 0]
  return get(`${object.path}?bytes=${from}-${to}`)
}

function get(path: string, headers = ''): string {
  return `GET ${path} HTTP/1.1\r\n${host}${headers}\r\n`
}
