import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readConfig } from '../config/config.ts'
import { addressesOf } from '../config/listeners.ts'
import { findChatSettings, saveChatSettings } from '../db/chat/chat-settings.ts'
import { saveRestriction } from '../db/chat/moderation.ts'
import { insertTip, type TipRow } from '../db/tips/tips.ts'
import { createHttp } from '../http/http.ts'
import { deriveSecrets } from '../lib/secrets.ts'
import { createMemoryState } from '../shared-state/memory.ts'
import { type ChainSite, startChainSite } from '../testing/announcements/chain-site.ts'
import { type ChatClient, connectChat } from '../testing/chat/chat-client.ts'
import { trustedSessions } from '../testing/core/trusted-sessions.ts'
import { startChat } from './chat.ts'

let site: ChainSite
let role: Awaited<ReturnType<typeof startChatRole>>
let reader: ChatClient

beforeEach(async () => {
  site = await startChainSite()
  role = await startChatRole()
  reader = await connectChat(role.url)
  await reader.join('alice', { coalesce: true })
})
afterEach(async () => {
  reader?.close()
  await role?.close()
  await site?.close()
})

/** The chat role with the database of `site`, on a free port. */
async function startChatRole(env: Record<string, string> = {}) {
  const { log, db, hive } = site.context
  const state = createMemoryState(site.now)
  const config = readConfig({ WAGGLE_DATA_DIR: site.dataDir, ...env })
  const http = createHttp(log)
  const context = {
    config,
    addresses: () => addressesOf(config),
    db,
    state,
    hive,
    channelExists: async () => true,
    log,
    now: site.now,
    secrets: deriveSecrets(randomBytes(32)),
    ...trustedSessions,
  }
  const chat = await startChat(http, context)
  const url = await http.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    state,
    async close() {
      await chat.close()
      await http.close()
      await state.close()
    },
  }
}

let tipNumber = 0
const notification = { channel: 'alice', id: '', streamId: '', sender: '', amount: '', message: '', sentAt: 0 }

/** Stores and publishes a tip, as the core role does when it finds one on the chain. */
async function tip(sender: string, message: string, more: Partial<TipRow> = {}): Promise<void> {
  tipNumber += 1
  const row = {
    ...{
      transactionId: String(tipNumber).padStart(40, '0'),
      operationIndex: 0,
      channel: 'alice',
      broadcastId: 'b'.repeat(20),
    },
    ...{ sender, amount: '2.500 HBD', message, sentAtMs: site.now(), ...more },
  }
  await insertTip(site.db, row)
  await role.state.publish('tip', notification)
}

async function history() {
  return (await (await fetch(`${role.url}/api/chat/messages/alice`)).json()).messages
}

const nextMessage = async () => (await reader.next('messages')).messages[0]!

it('appears in the room at once, as an event and a message, and is in the history', async () => {
  await tip('carol', 'for the bees')
  const message = await nextMessage()
  expect(message).toMatchObject({ username: 'carol', message: 'for the bees', kind: 'tip', tip: '2.500 HBD' })
  expect(await reader.next('tip')).toMatchObject({
    ...{ channel: 'alice', sender: 'carol', amount: '2.500 HBD', message: 'for the bees', streamId: 'b'.repeat(20) },
  })
  expect(await history()).toEqual([message])
})

it('does not bypass moderation: tips of banned users are not shown, and text that is not allowed is left out', async () => {
  const settings = await findChatSettings(site.db, 'alice')
  await saveChatSettings(site.db, 'alice', {
    ...settings,
    rules: { ...settings.rules, linksAllowed: false, followersOnly: true, slowMode: true, minReputation: 90 },
    blockedWords: ['wasp'],
  })
  const ban = { kind: 'ban' as const, reason: null, createdBy: 'alice', createdAtMs: site.now(), expiresAtMs: null }
  await saveRestriction(site.db, 'alice', { username: 'dave', ...ban })
  await tip('dave', 'read this')
  await tip('carol', 'a wasp')
  await tip('carol', 'go to https://evil.example/x')
  await tip('carol', 'honey')
  const shown = [await nextMessage(), await nextMessage(), await nextMessage()]
  expect(shown.map(({ username, message }) => [username, message])).toEqual([
    ['carol', ''],
    ['carol', ''],
    ['carol', 'honey'],
  ])
  expect(await reader.next('tip')).toMatchObject({ sender: 'carol', message: '' })
  expect(await history()).toHaveLength(3)
})

it('shows ten tips of one sender within half a minute, and leaves further tips to the list', async () => {
  for (let n = 0; n < 12; n += 1) await tip('carol', `${n}`, { sentAtMs: site.now() + n })
  await tip('bob', 'last', { sentAtMs: site.now() + 100 })
  await reader.next('messages', ({ messages }) => messages.some(({ message }) => message === 'last'))
  expect((await history()).map(({ message }: { message: string }) => message)).toEqual([
    ...Array.from({ length: 10 }, (_, n) => `${n}`),
    'last',
  ])
})

it('shows tips that were found while chat was stopped after its start, and none if tips are off', async () => {
  await role.close()
  await insertTip(site.db, {
    ...{ transactionId: 'f'.repeat(40), operationIndex: 1, channel: 'alice', broadcastId: 'b'.repeat(20) },
    ...{ sender: 'bob', amount: '1.000 HIVE', message: 'late', sentAtMs: site.now() },
  })
  role = await startChatRole({ WAGGLE_TIPS: '0' })
  await role.state.publish('tip', notification)
  expect(await history()).toEqual([])
  await role.close()
  role = await startChatRole()
  await expect.poll(history).toMatchObject([{ message: 'late', kind: 'tip', tip: '1.000 HIVE' }])
})
