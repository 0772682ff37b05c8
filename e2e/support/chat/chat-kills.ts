import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChatMessage } from '@waggle/contract/chat/entities'
import { openDatabase } from '../../../apps/server/src/db/open.ts'
import { openSession } from '../../../apps/server/src/http/sessions/sessions.ts'
import { freePort } from '../../../apps/server/src/testing/engines/private-process.ts'
import { type Site, startSite } from '../server/site.ts'
import { type ChatObserver, observeChat } from './chat-observer.ts'

/** The result of killing a server repeatedly while users write. */
export interface KillReport {
  kills: number
  sent: number
  acknowledged: number
  /** Ids that were acknowledged but are not in the history. */
  lost: string[]
  /** Texts that are in the history more than once. */
  duplicated: string[]
  /** Observers whose last hundred messages are those of the history, in order. */
  agreeing: number
  observers: number
}

const writerCount = 300
const observerCount = 6

/** Kills the server with SIGKILL `kills` times under a load of `perSecond` messages, and compares what every observer then has. */
export async function killDuringChat(kills: number, perSecond = 200): Promise<KillReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'waggle-kills-'))
  const env = { WAGGLE_DATA_DIR: dataDir, WAGGLE_HTTP_PORT: String(await freePort()) }
  let site = await startSite(env)
  const observers: ChatObserver[] = []
  try {
    const tokens = await openSessions(dataDir)
    for (let n = 0; n < observerCount; n += 1) {
      observers.push(observeChat(site.url, 'alice', { coalesce: n % 2 === 0, address: `10.5.0.${n + 1}` }))
    }
    await waitUntil('the observers are connected', () => observers.every((observer) => observer.isConnected()))
    const writing = startWriting(site.url, tokens, perSecond)
    for (let kill = 0; kill < kills; kill += 1) {
      const before = writing.acknowledged.size
      // A random moment within a busy second.
      const enough = before + 60 + Math.floor(Math.random() * perSecond)
      await waitUntil('messages are acknowledged', () => writing.acknowledged.size >= enough)
      site.process.kill('SIGKILL')
      await site.exited
      site = await startSite(env)
    }
    await writing.stop()
    const history = await allMessages(site)
    const last = history.slice(-100).map(({ id }) => id)
    const agrees = (observer: ChatObserver) => JSON.stringify(observer.ids().slice(-100)) === JSON.stringify(last)
    const allAgree = () => observers.every((observer) => observer.isConnected() && agrees(observer))
    // The report says how many agree.
    await waitUntil('the observers agree', allAgree).catch(() => undefined)
    const stored = new Set(history.map(({ id }) => id))
    const texts = history.map(({ message }) => message)
    return {
      kills,
      sent: writing.sent(),
      acknowledged: writing.acknowledged.size,
      lost: [...writing.acknowledged].filter((id) => !stored.has(id)),
      duplicated: texts.filter((text, index) => texts.indexOf(text) !== index),
      agreeing: observers.filter(agrees).length,
      observers: observers.length,
    }
  } finally {
    for (const observer of observers) observer.close()
    await site.remove()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * Opens sessions in the database: the sandbox has too few accounts for two hundred messages a second. They are dated ahead, because the
 * server looks for the key of an older one on the chain.
 */
async function openSessions(dataDir: string): Promise<string[]> {
  const db = await openDatabase({ dataDir })
  const now = () => Date.now() + 24 * 60 * 60_000
  const tokens: string[] = []
  for (let n = 0; n < writerCount; n += 1) {
    tokens.push((await openSession({ db, now }, { username: `writer-${n}`, publicKey: 'STM' })).token)
  }
  await db.destroy()
  return tokens
}

/** Sends each message until it is acknowledged, as the chat panel does: a retry has the same idempotency key. */
function startWriting(url: string, tokens: string[], perSecond: number) {
  const acknowledged = new Set<string>()
  let sent = 0
  let isStopping = false
  const open = new Set<Promise<void>>()

  async function send(n: number): Promise<void> {
    for (;;) {
      try {
        const response = await fetch(`${url}/api/chat/messages/alice`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${tokens[n % tokens.length]}`,
            'idempotency-key': `key-${n}`,
          },
          body: JSON.stringify({ message: `message ${n}` }),
          signal: AbortSignal.timeout(10_000),
        })
        const answer = (await response.json()) as { data?: ChatMessage }
        if (response.status === 200 && answer.data) {
          acknowledged.add(answer.data.id)
          return
        }
        // 408 is the response on a connection that had been idle for long when this was sent.
        if (response.status < 429 && response.status !== 408) return
      } catch {
        // The server was killed: whether the message was stored is unknown, so send it again.
      }
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }

  const timer = setInterval(() => {
    if (isStopping || open.size > 2 * perSecond) return
    for (let n = 0; n < perSecond / 20; n += 1) {
      const sending = send(sent).finally(() => open.delete(sending))
      open.add(sending)
      sent += 1
    }
  }, 50)
  return {
    acknowledged,
    sent: () => sent,
    async stop() {
      isStopping = true
      clearInterval(timer)
      await Promise.all(open)
    },
  }
}

async function allMessages(site: Site): Promise<ChatMessage[]> {
  const messages: ChatMessage[] = []
  for (;;) {
    const after = messages.at(-1)?.id ?? '0'.repeat(11)
    const page = await (await fetch(`${site.url}/api/chat/messages/alice?limit=100&after=${after}`)).json()
    messages.push(...page.messages)
    if (!page.hasMore) return messages
  }
}

/** Not vitest's `expect.poll`: e2e/chat-kills.ts runs this without vitest. */
async function waitUntil(what: string, isTrue: () => boolean, timeoutMs = 60_000): Promise<void> {
  const deadlineMs = Date.now() + timeoutMs
  while (!isTrue()) {
    if (Date.now() > deadlineMs) throw new Error(`${what}: not within ${timeoutMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
