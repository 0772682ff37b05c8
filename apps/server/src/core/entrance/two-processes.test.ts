import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectChat } from '../../testing/chat/chat-client.ts'
import { startTwoProcesses } from '../../testing/engines/two-processes.ts'
import { type OperatedSite, startOperatedSite } from '../../testing/operated-site.ts'

/** What the site promises; a shared machine may pause as long again. */
const inEffectWithinMs = 2000
const machinePauseMs = 3000

let site: Awaited<ReturnType<typeof startTwoProcesses<OperatedSite>>>
let first: OperatedSite

beforeAll(async () => {
  site = await startTwoProcesses((env) => startOperatedSite(['carol', 'dave'], { env }))
  first = site.first
})
afterAll(async () => {
  await site?.close()
})

const statusThere = async (cookie = '') =>
  (await fetch(`${site.secondUrl}/api/streams`, { headers: { cookie, 'x-forwarded-for': '10.5.0.1' } })).status

async function setPrivate(isPrivate: boolean) {
  const { revision } = (await first.as('alice', 'GET', '/api/operate/entrance')).json
  const body = { value: { isPrivate, hint: '' }, revision }
  expect((await first.as('alice', 'PUT', '/api/operate/entrance', body)).status).toBe(200)
}

/** Calls `change` while a chat socket is open at the other process, and says when it was closed there. */
async function timeUntilClosed(headers: Record<string, string>, change: () => Promise<unknown>): Promise<number> {
  const chat = await connectChat(site.secondUrl, { headers })
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
