import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChatMessage } from '@waggle/contract/chat/entities'
import { openDatabase } from '../../../apps/server/src/db/open.ts'
import { openSession } from '../../../apps/server/src/http/sessions.ts'
import { freePort } from '../../../apps/server/src/testing/engines/private-process.ts'
import { type Site, startSite } from '../server/site.ts'
import { type ChatWitness, watchChat } from './chat-witness.ts'

/** What was found after a server was killed again and again while people wrote. */
export interface KillReport {
  kills: number
  sent: number
  acknowledged: number
  /** Acknowledged, and not in history. */
  lost: string[]
  /** Keys that stand in history more than once. */
  doubled: string[]
  /** How many of the witnesses end with history's last hundred, in order. */
  agreeing: number
  witnesses: number
}

const writerCount = 300
const witnessCount = 6

/** Kills the server with SIGKILL during `perSecond` messages, so often, and compares what everybody then has. */
export async function killDuringChat(kills: number, perSecond = 200): Promise<KillReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'waggle-kills-'))
  const env = { WAGGLE_DATA_DIR: dataDir, WAGGLE_HTTP_PORT: String(await freePort()) }
  let site = await startSite(env)
  const witnesses: ChatWitness[] = []
  try {
    const tokens = await openSessions(dataDir)
    for (let n = 0; n < witnessCount; n += 1) {
      witnesses.push(watchChat(site.url, 'alice', { coalesce: n % 2 === 0, address: `10.5.0.${n + 1}` }))
    }
    await until(() => witnesses.every((witness) => witness.isConnected()))
    const writing = writeOn(site.url, tokens, perSecond)
    for (let kill = 0; kill < kills; kill += 1) {
      const before = writing.acknowledged.size
      // At a random moment of a busy second.
      await until(() => writing.acknowledged.size >= before + 60 + Math.floor(Math.random() * perSecond))
      site.process.kill('SIGKILL')
      await site.exited
      site = await startSite(env)
    }
    await writing.stop()
    const history = await allMessages(site)
    const last = history.slice(-100).map(({ id }) => id)
    const agrees = (witness: ChatWitness) => JSON.stringify(witness.ids().slice(-100)) === JSON.stringify(last)
    await until(() => witnesses.every((witness) => witness.isConnected() && agrees(witness))).catch(() => undefined)
    const stored = new Set(history.map(({ id }) => id))
    const texts = history.map(({ message }) => message)
    return {
      kills,
      sent: writing.sent(),
      acknowledged: writing.acknowledged.size,
      lost: [...writing.acknowledged].filter((id) => !stored.has(id)),
      doubled: texts.filter((text, index) => texts.indexOf(text) !== index),
      agreeing: witnesses.filter(agrees).length,
      witnesses: witnesses.length,
    }
  } finally {
    for (const witness of witnesses) witness.close()
    await site.remove()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Sessions as a sign-in leaves them: the sandbox has too few accounts for two hundred messages a second. */
async function openSessions(dataDir: string): Promise<string[]> {
  const db = await openDatabase({ dataDir })
  const tokens: string[] = []
  for (let n = 0; n < writerCount; n += 1) tokens.push(await openSession({ db, now: Date.now }, `writer-${n}`, 'STM'))
  await db.destroy()
  return tokens
}

/** Writers that send each message until it is acknowledged, as the panel does: a retry has the same key. */
function writeOn(url: string, tokens: string[], perSecond: number) {
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
        // 408 is for a connection that stood unused for long when this was sent over it.
        if (response.status < 429 && response.status !== 408) return
      } catch {
        // Killed under way: whether it was stored is not known, so it is sent again.
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

async function until(isSo: () => boolean, timeoutMs = 60_000): Promise<void> {
  const deadlineMs = Date.now() + timeoutMs
  while (!isSo()) {
    if (Date.now() > deadlineMs) throw new Error('it did not come to be')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
