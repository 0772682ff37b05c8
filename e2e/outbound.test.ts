import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApi, newSession } from './support/server/account.ts'
import { recordOutbound, requireOnlyConfigured } from './support/server/outbound.ts'
import { startSite } from './support/server/site.ts'

// Whenever a test closes its site, support/server/site.ts checks where the server has connected to. These tests show that no
// connection escapes that check.

const received: string[] = []
const startReceiver = async (name: string) => {
  const server = createServer((_, response) => {
    received.push(name)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port }
}
let known: Awaited<ReturnType<typeof startReceiver>>
let unknown: typeof known

beforeAll(async () => {
  known = await startReceiver('known')
  unknown = await startReceiver('unknown')
})
afterAll(() => {
  known?.server.close()
  unknown?.server.close()
})

/** Connects in every way that Node has, each to a different loopback address, where nothing listens. */
const connectInEveryWay = (port: number) => `
  import dgram from 'node:dgram'
  import http from 'node:http'
  import https from 'node:https'
  import net from 'node:net'
  import tls from 'node:tls'
  import { Worker } from 'node:worker_threads'
  const ignore = (socket) => socket.on('error', () => undefined)
  ignore(net.connect(${port}, '127.0.0.2'))
  ignore(net.createConnection({ port: ${port}, host: '127.0.0.3' }))
  ignore(new net.Socket().connect(${port}, '127.0.0.4'))
  ignore(tls.connect(${port}, '127.0.0.5'))
  ignore(http.get('http://127.0.0.6:${port}/path'))
  ignore(https.get('https://127.0.0.7:${port}/path'))
  fetch('http://127.0.0.8:${port}/path').catch(() => undefined)
  ignore(net.connect('/nowhere/socket'))
  new Worker("import net from 'node:net'; net.connect(${port}, '127.0.0.9').on('error', () => undefined)", { eval: true })
  const datagrams = ignore(dgram.createSocket('udp4'))
  datagrams.send('x', ${port}, '127.0.0.10', () => datagrams.close())
`

describe('[T10] the destinations of a server', () => {
  it('are recorded, whatever makes the connection', async () => {
    const { port } = known
    const outbound = recordOutbound()
    const args = [...outbound.flags, '--input-type=module', '--eval', connectInEveryWay(port)]
    const child = spawn(process.execPath, args, { env: { ...process.env, ...outbound.env }, stdio: 'inherit' })
    expect(await once(child, 'exit')).toEqual([0, null])
    const hosts = [2, 3, 4, 5, 6, 7, 8, 9].map((number) => `127.0.0.${number}:${port}`)
    expect(new Set(await outbound.destinations())).toEqual(
      new Set([...hosts, '/nowhere/socket', `udp 127.0.0.10:${port}`]),
    )
    await outbound.remove()
  })

  it.each([
    ['the database', '10.1.2.3:5432', 'postgres://waggle:secret@10.1.2.3/waggle', '10.1.2.3:5433'],
    ['Redis', 'cache.example:6379', 'redis://cache.example', 'cache.example:6378'],
    ['a node of Hive', 'api.example:443', 'https://api.example', 'api.example:80'],
    ['loopback on a port', '127.0.0.1:9000', 'http://127.0.0.1:9000', '127.0.0.1:9001'],
  ])('may include %s, and nothing else on that host', (_, destination, address, other) => {
    expect(() => requireOnlyConfigured([destination], [address])).not.toThrow()
    expect(() => requireOnlyConfigured([destination, other], [address])).toThrow(`for: ${other}`)
  })

  it('are checked when a site is closed: a webhook that the test allows passes, another one fails', async () => {
    const site = await startSite({ WAGGLE_WEBHOOKS: 'loopback', WAGGLE_TRANSCODE: 'off' })
    const token = await newSession(site.url, 'alice')
    const path = '/api/channels/my-channel/webhooks'
    for (const { port } of [known, unknown]) {
      const body = { url: `http://127.0.0.1:${port}/hook`, events: ['stream.live'] }
      const { webhook } = await callApi(site.url, path, { body, token })
      await callApi(site.url, `${path}/${webhook.id}/test`, { method: 'POST', token })
    }
    site.allowConnectionTo(`http://127.0.0.1:${known.port}`)
    await expect.poll(() => new Set(received).size).toBe(2)
    await expect(site.remove()).rejects.toThrow(
      new RegExp(`^the server connected to addresses that it is not configured for: 127\\.0\\.0\\.1:${unknown.port}$`),
    )
  })
})
