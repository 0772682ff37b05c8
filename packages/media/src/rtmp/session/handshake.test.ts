import { describe, expect, it } from 'vitest'
import { createHandshake, handshakePacketBytes } from './handshake.ts'

const c0c1 = Buffer.concat([Buffer.of(3, 1, 2, 3, 4), Buffer.alloc(4, 9), Buffer.alloc(1528, 0xab)])
const c2 = Buffer.alloc(handshakePacketBytes)

function open() {
  const sent: Uint8Array[] = []
  return { handshake: createHandshake((bytes) => void sent.push(bytes)), sent }
}

describe('the handshake (RTMP 1.0 section 5.2)', () => {
  it('sends S0, S1 and an S2 that echoes C1, once', () => {
    const { handshake, sent } = open()
    expect(handshake.receive(c0c1)).toHaveLength(0)
    expect(sent).toHaveLength(1)
    const answer = Buffer.from(sent[0]!)
    expect(answer).toHaveLength(1 + 2 * 1536)
    expect(answer[0]).toBe(3)
    expect(answer.subarray(5, 9)).toEqual(Buffer.alloc(4))
    const s2 = answer.subarray(1537)
    expect(s2.subarray(0, 4)).toEqual(Buffer.of(1, 2, 3, 4))
    expect(s2.subarray(8)).toEqual(Buffer.alloc(1528, 0xab))
    expect(handshake.isDone).toBe(false)
    expect(handshake.receive(c2)).toHaveLength(0)
    expect(handshake.isDone).toBe(true)
  })

  it('accepts single bytes and returns the bytes after it', () => {
    const { handshake, sent } = open()
    for (const byte of Buffer.concat([c0c1, c2])) expect(handshake.receive(Buffer.of(byte))).toHaveLength(0)
    expect(sent).toHaveLength(1)
    expect(handshake.isDone).toBe(true)

    const whole = open()
    expect(whole.handshake.receive(Buffer.concat([c0c1, c2, Buffer.from('next')]))).toEqual(Buffer.from('next'))
  })

  it.each([
    ['HTTP', 'GET / HTTP/1.1'],
    ['TLS', '\x16\x03\x01'],
    ['RTMPE', '\x06'],
    ['zeros', '\0'],
  ])('refuses %s by its first byte', (_, text) => {
    expect(() => open().handshake.receive(Buffer.from(text, 'latin1'))).toThrow('not RTMP version 3')
  })
})
