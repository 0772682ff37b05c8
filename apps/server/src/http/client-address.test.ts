import type { IncomingMessage } from 'node:http'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { trustProxies } from '../lib/network/trusted-proxies.ts'
import { clientAddress } from './client-address.ts'

const cases = [
  { from: '127.0.0.1', forwarded: '203.0.113.9', trusted: [], is: '203.0.113.9' },
  { from: '::ffff:127.0.0.1', forwarded: '203.0.113.9', trusted: [], is: '203.0.113.9' },
  { from: '::1', forwarded: '2001:db8::9', trusted: [], is: '2001:db8::9' },
  { from: '10.0.0.5', forwarded: '203.0.113.9', trusted: [], is: '10.0.0.5' },
  { from: '10.0.0.5', forwarded: '203.0.113.9', trusted: ['10.0.0.5'], is: '203.0.113.9' },
  { from: '::ffff:10.0.0.5', forwarded: '203.0.113.9', trusted: ['10.0.0.0/24'], is: '203.0.113.9' },
  { from: '10.0.1.5', forwarded: '203.0.113.9', trusted: ['10.0.0.0/24'], is: '10.0.1.5' },
  { from: 'fd00::5', forwarded: '203.0.113.9', trusted: ['fd00::/8'], is: '203.0.113.9' },
  // A header that the client sends is not believed: each proxy appends the address that it sees.
  { from: '10.0.0.5', forwarded: '198.51.100.1, 203.0.113.9, 10.0.0.7', trusted: ['10.0.0.0/8'], is: '203.0.113.9' },
  { from: '10.0.0.5', forwarded: undefined, trusted: ['10.0.0.0/8'], is: '10.0.0.5' },
]

it.each(cases)(
  '[$from] forwarding "$forwarded", with $trusted trusted, is $is',
  async ({ from, forwarded, trusted, is }) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    const request = { headers, socket: { remoteAddress: from } } as unknown as IncomingMessage
    expect(clientAddress(request, trustProxies(trusted))).toBe(is)
    // The framework decides the same with the same proxies.
    const app = Fastify({ trustProxy: trustProxies(trusted) })
    app.get('/', async ({ ip }) => ({ ip }))
    expect((await app.inject({ url: '/', headers, remoteAddress: from })).json()).toEqual({ ip: is })
  },
)

it.each(['', 'all', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/-1', 'fd00::/129', 'proxy.example'])(
  'refuses "%s"',
  (text) => {
    expect(() => trustProxies([text])).toThrow(RangeError)
  },
)
