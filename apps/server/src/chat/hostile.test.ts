import { chatLimits } from '@waggle/contract/chat/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { attackCalls, attackSockets, seeded } from '../testing/chat/chat-attacks.ts'
import { type ChatSite, startChatSite } from '../testing/chat/chat-site.ts'

let chat: ChatSite

beforeAll(async () => {
  chat = await startChatSite()
})
afterAll(() => chat?.close())

/**
 * A bare WebSocket that has joined the main namespace. `closed` resolves when it is closed, and `ending` with what the server does
 * first: close it, or 25 s after its opening ask whether it is still there. Unanswered, that would close it 20 s later.
 */
async function openBare(address: string, headers: Record<string, string> = {}) {
  const url = `${chat.site.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
  const socket = new WebSocket(url, { headers: { 'x-forwarded-for': address, ...headers } })
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  const asked = new Promise<void>((resolve) => socket.on('message', (data) => String(data) === '2' && resolve()))
  const ending = Promise.race([closed.then(() => 'closed'), asked.then(() => 'still open')])
  const texts: string[] = []
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('message', (data) => {
      texts.push(String(data))
      if (texts.length === 1) socket.send('40')
      if (String(data).startsWith('40')) resolve()
    })
  })
  return { socket, closed, ending, texts }
}

describe('[T22] limits of a socket', () => {
  it.each([
    ['an attachment', '451-["join-room",{"_placeholder":true,"num":0}]'],
    ['a binary message', Buffer.from([1, 2, 3])],
    ['17 kB', `42["join-room","${'x'.repeat(17 * 1024)}"]`],
    ['an incomplete packet', '42['],
    ['a reserved event', '42["disconnecting"]'],
    ['an unknown packet type', '4z'],
  ])('a socket is closed for %s', async (_name, bytes) => {
    const { socket, ending } = await openBare('10.8.0.1')
    socket.send(bytes)
    expect(await ending).toBe('closed')
  })

  it.each([
    ['unknown events', () => '42["shout","x"]', chatLimits.unknownEventsMax + 1],
    ['rooms that do not exist', () => '42["join-room",{"room":"lobby"}]', 5],
    ['unknown namespaces', (n: number) => `40/n${n},`, 61],
    ['packets', () => '42["leave-room","chat-alice"]', 61],
  ])('a socket is closed after too many %s', async (_name, packet, count) => {
    const { socket, ending } = await openBare('10.8.0.2')
    for (let n = 0; n < count; n += 1) socket.send(packet(n))
    expect(await ending).toBe('closed')
  })

  it('only pages of this site and programs may connect', async () => {
    const { host, port } = new URL(chat.site.url)
    for (const origin of [`http://${host}`, `http://localhost:${port}`, `http://[::1]:${port}`]) {
      ;(await openBare('10.8.0.3', { origin })).socket.close()
    }
    // A page whose name was made to point at this machine names itself as the host, too (DNS rebinding).
    const rebound = { origin: 'http://evil.example', host: 'evil.example' }
    await expect(openBare('10.8.0.3', rebound)).rejects.toThrow('403')
    const foreign = [
      'https://evil.example',
      `http://${host}.evil.example`,
      `http://evil.example/${host}`,
      'null',
      `http://x${host}`,
    ]
    for (const origin of foreign) {
      await expect(openBare('10.8.0.3', { origin }), origin).rejects.toThrow('403')
      const polling = await fetch(`${chat.site.url}/socket.io/?EIO=4&transport=polling`, { headers: { origin } })
      expect(polling.status, origin).toBe(403)
    }
  })

  it('[LIMIT-3] an address may open fifty sockets, and an account ten', async () => {
    const open = await Promise.all(Array.from({ length: chatLimits.socketsPerAddress }, () => openBare('10.8.0.4')))
    await expect(openBare('10.8.0.4')).rejects.toThrow('403')
    for (const { socket } of open) socket.close()
    await Promise.all(open.map(({ closed }) => closed))
    const again = await openBare('10.8.0.4')
    again.socket.close()

    // One customer has all of an IPv6 /64 (rule LIMIT-3).
    const from = (host: number) => openBare(`2001:db8:0:4::${host.toString(16)}`)
    const spread = await Promise.all(Array.from({ length: chatLimits.socketsPerAddress }, (_, host) => from(host)))
    await expect(from(chatLimits.socketsPerAddress)).rejects.toThrow('403')
    for (const { socket } of spread) socket.close()
    await Promise.all(spread.map(({ closed }) => closed))

    const token = chat.tokens.dave!
    for (let n = 0; n < chatLimits.socketsPerUser; n += 1) {
      expect(await (await chat.open()).join('alice', { token })).toMatchObject({ ok: true })
    }
    const oneMore = await chat.open()
    expect(await oneMore.join('alice', { token })).toMatchObject({ ok: false, code: 'chat_too_many_sockets' })
    chat.closeClients()
  })

  it('a socket may be in five rooms and join ten times a second', async () => {
    const client = await chat.open()
    for (const channel of ['alice', 'bob', 'carol', 'dave', 'erin']) {
      expect((await client.join(channel)).ok).toBe(true)
    }
    expect(await client.join('frank')).toMatchObject({ ok: false, code: 'chat_too_many_sockets' })
    const hasty = await chat.open()
    const answers = await Promise.all(Array.from({ length: 14 }, () => hasty.join('alice')))
    expect(answers.filter(({ ok }) => ok).length).toBeLessThanOrEqual(chatLimits.joinsPerAddressPerSecond)
    expect(answers.at(-1)).toMatchObject({ ok: false, code: 'rate_limited' })
  })
})

const attackMs = 60_000

// `npm run fuzz:chat` sends a million of them.
it('[T22] a minute of malformed packets and calls causes no server error', { timeout: 4 * attackMs }, async () => {
  const reader = await chat.connect('alice')
  const target = { url: chat.site.url, token: chat.tokens.erin!, random: seeded(20261121) }
  const untilMs = performance.now() + attackMs
  do {
    const [calls, packets] = await Promise.all([attackCalls(target, 600), attackSockets(target, 1500)])
    expect(calls.serverErrors).toEqual([])
    expect([calls.sent, packets.sent]).toEqual([600, 1500])
  } while (performance.now() < untilMs)
  expect((await chat.send('bob', 'still here')).status).toBe(200)
  await reader.next('chat-message', ({ message }) => message === 'still here')
})
