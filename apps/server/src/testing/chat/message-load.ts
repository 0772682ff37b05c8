import { sandboxPublicKey } from '@waggle/hive/sandbox/accounts'
import { openDatabase } from '../../db/open.ts'
import { openSession } from '../../http/sessions/sessions.ts'
import type { createSiteClient } from '../site-client.ts'

/** Each may send 20 messages in 30 s (rule LIMIT-4). */
const accounts = 150
const pauseMs = 100

/** Where a site's database is: on PostgreSQL, or in a folder. */
export type DatabasePlace = { databaseUrl: string } | { dataDir: string }

type LoadOptions = DatabasePlace & {
  channel: string
  /** The processes that take turns. */
  sites: readonly Pick<ReturnType<typeof createSiteClient>, 'request'>[]
  senders?: number
  /** How long a sender waits after a refusal. What is refused counts for rule LIMIT-4 too. */
  retryPauseMs?: number
  onAcknowledged?: (message: string) => void
}

/**
 * Sends messages all the time. As a page does, it sends one that was not acknowledged again, with the same idempotency key, until it is:
 * in the end each has to be stored exactly once.
 */
export async function startMessageLoad({
  channel,
  sites,
  senders = 4,
  retryPauseMs = 50,
  onAcknowledged,
  ...place
}: LoadOptions) {
  const tokens = await openSessions(place)
  const acknowledged: string[] = []
  /** Everything that was not an acknowledgement: the status, and 0 where there was no answer. */
  const refusals: { status: number; retryAfter: string | null }[] = []
  let isStopped = false
  let count = 0

  async function sendOne(): Promise<void> {
    const number = count
    count += 1
    const message = `message ${number}`
    const body = { message, idempotencyKey: `load-message-${number}` }
    const token = tokens[number % tokens.length] ?? ''
    for (let attempt = number; ; attempt += 1) {
      const result = await sites[attempt % sites.length]
        ?.request('POST', `/api/chat/messages/${channel}`, { token, body })
        .catch(() => undefined)
      if (result?.status === 200) break
      // Their keys are not checked for a minute (rule AUTH-24), and are not theirs.
      if (result?.status === 401) throw new Error('the senders may send for a minute only')
      refusals.push({ status: result?.status ?? 0, retryAfter: result?.headers.get('retry-after') ?? null })
      await new Promise((resolve) => setTimeout(resolve, retryPauseMs))
    }
    acknowledged.push(message)
    onAcknowledged?.(message)
  }

  async function send(): Promise<void> {
    while (!isStopped) await Promise.all([sendOne(), new Promise((resolve) => setTimeout(resolve, pauseMs))])
  }

  const sending = Array.from({ length: senders }, send)
  return {
    acknowledged: acknowledged as readonly string[],
    refusals: refusals as readonly { status: number; retryAfter: string | null }[],
    /** Resolves once every message is acknowledged. */
    async stop(): Promise<void> {
      isStopped = true
      await Promise.all(sending)
    },
  }
}

export type MessageLoad = Awaited<ReturnType<typeof startMessageLoad>>

async function openSessions(place: DatabasePlace): Promise<string[]> {
  const db = await openDatabase({ dataDir: '/nowhere', ...place })
  const publicKey = sandboxPublicKey('alice', 'posting')
  const tokens: string[] = []
  // One commit: each may wait for a standby.
  await db.transaction().execute(async (transaction) => {
    for (let n = 0; n < accounts; n += 1) {
      const signIn = { username: `sender-${n}`, publicKey }
      tokens.push((await openSession({ db: transaction, now: Date.now }, signIn)).token)
    }
  })
  await db.destroy()
  return tokens
}

/** The texts of a channel's messages, in the order of their ids. */
export async function readStoredMessages(place: DatabasePlace): Promise<string[]> {
  const db = await openDatabase({ dataDir: '/nowhere', ...place })
  const rows = await db.selectFrom('chat_messages').select('message').orderBy('id').execute()
  await db.destroy()
  return rows.map(({ message }) => message)
}
