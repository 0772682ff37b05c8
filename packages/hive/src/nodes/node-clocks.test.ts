import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { measureNodeClocks } from './node-clocks.ts'

const servers: ReturnType<typeof createServer>[] = []
const minuteMs = 60_000

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** Nodes whose clocks are so far ahead of the real time. */
function nodesAhead(...offsetsMs: number[]): Promise<string[]> {
  const node = (offsetMs: number) =>
    listen((_, response) => void response.setHeader('date', new Date(Date.now() + offsetMs).toUTCString()).end('{}'))
  return Promise.all(offsetsMs.map(node))
}

/** In whole minutes, when our clock is so far ahead. */
async function measure(nodes: string[], ourClockAheadMs = 0): Promise<number | undefined> {
  const offsetMs = await measureNodeClocks({ nodes, now: () => Date.now() + ourClockAheadMs, timeoutMs: 500 })
  return offsetMs === undefined ? undefined : Math.round(offsetMs / minuteMs) + 0
}

it('[T26] finds a clock that is right, and one that is 5 minutes off in either direction', async () => {
  const nodes = await nodesAhead(0, 0, 0)
  expect(await measure(nodes)).toBe(0)
  expect(await measure(nodes, 5 * minuteMs)).toBe(-5)
  expect(await measure(nodes, -5 * minuteMs)).toBe(5)
})

it('[T26] believes the majority, and of two that disagree the one that agrees with our clock', async () => {
  for (const wrong of [5 * minuteMs, -5 * minuteMs]) {
    expect(await measure(await nodesAhead(0, wrong, 0))).toBe(0)
    expect(await measure(await nodesAhead(0, wrong))).toBe(0)
    expect(await measure(await nodesAhead(wrong, 0))).toBe(0)
  }
  expect(await measure(await nodesAhead(0, 5 * minuteMs, 0), 5 * minuteMs)).toBe(-5)
})

it('[T26] knows nothing from one node, nor from nodes that are silent, refuse or tell no time', async () => {
  const [good = ''] = await nodesAhead(5 * minuteMs)
  const silent = await listen(() => undefined)
  const timeless = await listen((_, response) => {
    response.sendDate = false
    response.end('{}')
  })
  expect(await measure([good, silent, timeless, 'http://127.0.0.1:1/'])).toBeUndefined()
  // Several addresses of one operator are one.
  expect(await measure([good, `${good}a`, `${good}b`])).toBeUndefined()
})
