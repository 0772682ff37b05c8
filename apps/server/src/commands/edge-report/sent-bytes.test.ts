import { describe, expect, it } from 'vitest'
import { SentBytes } from './sent-bytes.ts'

const stream = 'k3f9x2m7q1w8e5r4t6y0'
const path = `/live/${stream}/source/seg-1.m4s`

function sumUp(lines: readonly string[], kept?: number) {
  const sent = new SentBytes([], kept)
  const taken = lines.map((line) => sent.addLine(line))
  return { taken, sent: sent.take(500).flat() }
}

describe("[EGRESS-11] lines of an edge's log", () => {
  it('are summed up by address, a /64 of IPv6 being one, and by broadcast', () => {
    const { sent } = sumUp([
      `198.51.100.7 100 200 ${path}`,
      `198.51.100.7 20 206 ${path}`,
      `::ffff:198.51.100.7 3 200 ${path}`,
      `2001:db8:1:2::a 100 200 ${path}`,
      `2001:db8:1:2:ffff::b 20 200 ${path}`,
    ])
    expect(sent).toEqual([
      { address: '198.51.100.7', streamId: stream, bytes: 123 },
      { address: '2001:db8:1:2::', streamId: stream, bytes: 120 },
    ])
  })

  it('belong to a broadcast only where the edge had something of it', () => {
    expect(sumUp([`198.51.100.7 100 404 ${path}`, '198.51.100.7 20 200 /other', `- 3 200 ${path}`]).sent).toEqual([
      { address: '198.51.100.7', bytes: 120 },
      { streamId: stream, bytes: 3 },
    ])
  })

  it.each(['', 'x', `198.51.100.7 -5 200 ${path}`, `198.51.100.7 1e9 200 ${path}`, `198.51.100.7 5 ${path}`])(
    'of another form count for nothing: %j',
    (line) => {
      expect(sumUp([line])).toEqual({ taken: [false], sent: [] })
    },
  )

  it('of more addresses than are kept apart still count for the broadcast', () => {
    const lines = Array.from({ length: 1000 }, (_, n) => `10.0.${n >> 8}.${n & 255} 10 200 ${path}`)
    const { sent } = sumUp([...lines, lines[0] ?? ''], 100)
    expect(sent).toHaveLength(101)
    expect(sent[0]).toEqual({ address: '10.0.0.0', streamId: stream, bytes: 20 })
    expect(sent.at(-1)).toEqual({ streamId: stream, bytes: 9000 })
  })
})
