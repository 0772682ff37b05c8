import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectChat } from '../../testing/chat/chat-client.ts'
import { startPostgres } from '../../testing/engines/postgres.ts'
import { freePort, stopProcess, untilUp } from '../../testing/engines/private-process.ts'
import { startRedis } from '../../testing/engines/redis.ts'
import { type OperatedSite, startOperatedSite } from '../../testing/operated-site.ts'

/** What the site promises; a shared machine may pause as long again. */
const inEffectWithinMs = 2000
const machinePauseMs = 3000

let postgres: Awaited<ReturnType<typeof startPostgres>>
let redis: Awaited<ReturnType<typeof startRedis>>
let first: OperatedSite
let second: { url: string; child: ChildProcess }

beforeAll(async () => {
  ;[postgres, redis] = await Promise.all([startPostgres(), startRedis()])
  const shared = {
    ...{ DATABASE_URL: postgres.url, REDIS_URL: redis.url, WAGGLE_ROLES: 'core,chat' },
    ...{ WAGGLE_OPERATORS: 'alice', WAGGLE_REWIND_HOURS: '0' },
  }
  first = await startOperatedSite(['carol', 'dave'], {
    env: { ...shared, WAGGLE_HTTP_PORT: String(await freePort()) },
  })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../main.ts', import.meta.url))], {
    env: {
      ...{ PATH: process.env.PATH, ...shared, WAGGLE_DATA_DIR: first.dataDir },
      ...{ WAGGLE_HTTP_PORT: String(port), WAGGLE_PUBLIC_URL: first.url },
    },
    stdio: 'ignore',
  })
  await untilUp(child, async () => {
    await fetch(`${url}/readyz`)
  })
  second = { url, child }
})
afterAll(async () => {
  if (second) await stopProcess(second.child, 'SIGKILL')
  await first?.close()
  await redis?.close()
  await postgres?.close()
})

const statusThere = async (cookie = '') =>
  (await fetch(`${second.url}/api/streams`, { headers: { cookie, 'x-forwarded-for': '10.5.0.1' } })).status

async function setPrivate(isPrivate: boolean) {
  const { revision } = (await first.as('alice', 'GET', '/api/operate/entrance')).json
  const body = { value: { isPrivate, hint: '' }, revision }
  expect((await first.as('alice', 'PUT', '/api/operate/entrance', body)).status).toBe(200)
}

/** Calls `change` while a chat socket is open at the other process, and says when it was closed there. */
async function timeUntilClosed(headers: Record<string, string>, change: () => Promise<unknown>): Promise<number> {
  const chat = await connectChat(second.url, { headers })
  const ended = new Promise((resolve) => chat.socket.once('disconnect', resolve))
  const startedMs = Date.now()
  await change()
  await ended
  return Date.now() - startedMs
}

async function cookieOf(token: string): Promise<string> {
  const { headers } = await first.request('POST', '/api/admission/enter', { token })
  return headers.get('set-cookie')?.split(';')[0] ?? ''
}

it('[MEMBER-1] [MEMBER-5] [T44] what one process decides is in effect at the other within two seconds', async () => {
  expect(await statusThere()).toBe(200)
  const closing = await timeUntilClosed({}, () => setPrivate(true))
  expect(closing).toBeLessThan(inEffectWithinMs + machinePauseMs)
  expect(await statusThere()).toBe(401)

  await first.as('alice', 'PUT', '/api/operate/members/carol', { note: '' })
  const token = first.tokens.carol ?? ''
  const cookie = await cookieOf(token)
  await expect.poll(() => statusThere(cookie), { timeout: inEffectWithinMs + machinePauseMs }).toBe(200)
  const removal = await timeUntilClosed({ cookie }, () => first.as('alice', 'DELETE', '/api/operate/members/carol'))
  expect(removal).toBeLessThan(inEffectWithinMs + machinePauseMs)
  expect(await statusThere(cookie)).toBe(403)

  await first.as('alice', 'PUT', '/api/operate/members/carol', { note: '' })
  await expect.poll(() => statusThere(cookie), { timeout: inEffectWithinMs + machinePauseMs }).toBe(200)
  const leaving = await timeUntilClosed({ cookie }, () => first.request('POST', '/api/auth/logout', { token }))
  expect(leaving).toBeLessThan(inEffectWithinMs + machinePauseMs)
  expect(await statusThere(cookie)).toBe(401)

  // A moderator is a member from the moment of the appointment.
  const dave = first.tokens.dave ?? ''
  expect(await cookieOf(dave)).toBe('')
  await first.as('alice', 'PUT', '/api/operate/moderators/dave')
  await expect.poll(() => cookieOf(dave), { timeout: inEffectWithinMs + machinePauseMs }).not.toBe('')
})
