import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { sandboxPublicKey } from '@waggle/hive/sandbox/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { openSession } from '../http/sessions/sessions.ts'
import { type ChatClient, connectChat } from '../testing/chat/chat-client.ts'
import { startPostgres } from '../testing/engines/postgres.ts'
import { startRedis } from '../testing/engines/redis.ts'
import { startTestSite, type TestSite } from '../testing/site.ts'

// Two servers of one site, on PostgreSQL and Redis. The second reaches Redis through a proxy whose connections can be cut.
const closing: (() => unknown)[] = []
const tokens: Record<string, string> = {}
let sites: [TestSite, TestSite]
let redisProxy: Awaited<ReturnType<typeof openProxy>>

beforeAll(async () => {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()])
  closing.push(
    () => postgres.close(),
    () => redis.close(),
  )
  redisProxy = await openProxy(Number(new URL(redis.url).port))
  closing.push(() => redisProxy.close())
  // Without the media role, whose processes would have to know each other's ports.
  const database = { DATABASE_URL: postgres.url, WAGGLE_ROLES: 'core,chat' }
  const first = await startTestSite({ env: { ...database, REDIS_URL: redis.url } })
  closing.push(() => first.close())
  // The same data directory, because all machines of a site share its secrets.
  const second = await startTestSite({
    env: { ...database, REDIS_URL: `redis://127.0.0.1:${redisProxy.port}`, WAGGLE_DATA_DIR: first.dataDir },
  })
  closing.push(() => second.close())
  sites = [first, second]
  const db = await openDatabase({ databaseUrl: postgres.url, dataDir: '/nowhere' })
  for (const username of ['alice', 'bob', 'carol']) {
    const publicKey = sandboxPublicKey(username, 'posting')
    tokens[username] = (await openSession({ db, now: Date.now }, { username, publicKey })).token
  }
  await db.destroy()
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

const send = async (at: 0 | 1, name: string, message: string) =>
  sites[at].request('POST', '/api/chat/messages/alice', { token: tokens[name]!, body: { message } })

async function reader(at: 0 | 1, address: string, name?: string): Promise<ChatClient> {
  const client = await connectChat(sites[at].url, { address })
  const token = name && tokens[name]
  expect(await client.join('alice', { ...(token && { token }), coalesce: true })).toMatchObject({ ok: true })
  closing.push(() => client.close())
  return client
}

it('[T17] [MOD-11] a message, a ban and a new moderator take effect in every process', async () => {
  const here = await reader(0, '10.3.0.1')
  const there = await reader(1, '10.3.0.2', 'carol')
  await send(0, 'alice', 'from the first')
  await send(1, 'bob', 'from the second')
  for (const client of [here, there]) {
    for (const text of ['from the first', 'from the second']) {
      await client.next('messages', ({ messages }) => messages.some(({ message }) => message === text))
    }
  }
  const { id } = (await send(1, 'carol', 'soon deleted')).json.data
  await here.next('messages', ({ messages }) => messages.some((message) => message.id === id))
  await sites[0].request('POST', '/api/chat/ban/alice', { token: tokens.alice!, body: { username: 'carol' } })
  for (const client of [here, there]) {
    expect(await client.next('user-messages-deleted')).toMatchObject({ username: 'carol', upToId: id })
  }
  for (const site of sites) {
    const { messages } = (await site.request('GET', '/api/chat/messages/alice')).json
    expect(messages.map(({ username }: { username: string }) => username)).toEqual(['alice', 'bob'])
  }
  expect((await there.next('standing', ({ restriction }) => restriction !== null)).restriction).toMatchObject({
    kind: 'ban',
  })
  expect((await send(1, 'carol', 'x')).status).toBe(403)
  await sites[0].request('POST', '/api/chat/moderators/alice', { token: tokens.alice!, body: { username: 'bob' } })
  const lifted = await sites[1].request('DELETE', '/api/chat/ban/alice/carol', { token: tokens.bob! })
  expect(lifted.status).toBe(200)
  expect((await send(0, 'carol', 'back')).status).toBe(200)
})

it('a process without a connection to Redis catches up from the database, without a gap', async () => {
  const here = await reader(0, '10.3.0.4')
  const there = await reader(1, '10.3.0.3')
  redisProxy.cut()
  // The others hear of it when it can speak to them again.
  expect((await send(1, 'bob', 'from the one that is cut off')).status).toBe(200)
  const texts: string[] = []
  for (let n = 0; n < 5; n += 1) {
    texts.push(`while cut ${n}`)
    expect((await send(0, 'alice', `while cut ${n}`)).status).toBe(200)
  }
  const last = (messages: { message: string }[]) => messages.some(({ message }) => message === 'while cut 4')
  // Read from the database, because Redis is still unreachable.
  await there.next('messages', ({ messages }) => last(messages))
  const [{ id }] = (await sites[0].request('GET', '/api/chat/messages/alice?limit=1')).json.messages
  await sites[0].request('DELETE', `/api/chat/messages/alice/${id}`, { token: tokens.alice! })
  await there.next('message-deleted', (deletedId) => deletedId === id)
  redisProxy.restore()
  expect((await send(1, 'bob', 'restored')).status).toBe(200)
  for (const text of ['from the one that is cut off', 'restored']) {
    await here.next('messages', ({ messages }) => messages.some(({ message }) => message === text))
  }
  await there.next('messages', ({ messages }) => messages.some(({ message }) => message === 'restored'))
  expect(there.texts().filter((text) => text.startsWith('while cut'))).toEqual(texts)
})

/** A TCP proxy whose connections can be cut and restored. */
async function openProxy(targetPort: number) {
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((socket) => {
    if (isCut) {
      socket.destroy()
      return
    }
    const target = connect(targetPort, '127.0.0.1')
    for (const end of [socket, target]) {
      open.add(end)
      end.on('error', () => undefined)
      end.on('close', () => {
        open.delete(end)
        socket.destroy()
        target.destroy()
      })
    }
    socket.pipe(target).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut() {
      isCut = true
      for (const end of open) end.destroy()
    },
    restore() {
      isCut = false
    },
    close() {
      this.cut()
      server.close()
    },
  }
}
