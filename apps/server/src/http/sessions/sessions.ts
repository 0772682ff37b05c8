import { createHash, randomBytes } from 'node:crypto'
import { limits } from '@waggle/contract/limits'
import { type Authority, keySatisfies } from '@waggle/hive/authority'
import type { FastifyRequest } from 'fastify'
import {
  deleteSessions,
  findSession,
  insertSession,
  listSessions,
  type SessionRow,
} from '../../db/accounts/sessions.ts'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../refusal.ts'
import { nameBrowser } from './browser-name.ts'
import type { SessionUses } from './session-uses.ts'

const sessionLifeMs = 30 * 24 * 60 * 60_000

export interface SessionContext {
  db: Db
  now(): number
  sessionUses: Pick<SessionUses, 'record'>
}

interface SignIn {
  username: string
  /** The key that signed. */
  publicKey: string
  /** What the chain says now about the account's keys. */
  posting?: Authority
  userAgent?: string | undefined
}

/**
 * Opens a session with a new token: 256 random bits, of which only the hash is stored. Ends sessions of keys that the account has dropped,
 * and beyond the most that an account may have those that were used longest ago. Returns their ids for `announceEnded`, to be called
 * once the surrounding transaction is committed.
 */
export async function openSession(
  { db, now }: Pick<SessionContext, 'db' | 'now'>,
  { username, publicKey, posting, userAgent }: SignIn,
): Promise<{ token: string; session: Pick<SessionRow, 'username' | 'tokenHash' | 'expiresAtMs'>; endedIds: string[] }> {
  const token = randomBytes(32).toString('base64url')
  const nowMs = now()
  const others = await listSessions(db, username, nowMs)
  const valid = others.filter((session) => !posting || keySatisfies(posting, session.publicKey))
  const kept = new Set(valid.slice(0, limits.sessionsPerAccount - 1))
  const ending = others.filter((session) => !kept.has(session)).map(({ tokenHash }) => tokenHash)
  const session = { username, tokenHash: hashToken(token), expiresAtMs: nowMs + sessionLifeMs }
  await insertSession(db, { ...session, publicKey, ...nameBrowser(userAgent), createdAtMs: nowMs })
  return { token, session, endedIds: await deleteSessions(db, ending) }
}

const sessionsOfRequests = new WeakMap<FastifyRequest, Promise<SessionRow>>()

/** The session of a call, read from the database once per call. Throws a refusal without a token or without a session. */
export function requireSessionOf(context: SessionContext, request: FastifyRequest): Promise<SessionRow> {
  const session = sessionsOfRequests.get(request) ?? requireSession(context, request.headers.authorization)
  sessionsOfRequests.set(request, session)
  return session
}

async function requireSession(context: SessionContext, authorization: string | undefined): Promise<SessionRow> {
  const token = bearerToken(authorization)
  if (!token) throw new Refusal('authentication_required')
  const session = await sessionOfToken(context, token)
  if (!session) throw new Refusal('session_invalid')
  return session
}

/** The session of a call for which one is optional; undefined without one, or when it has ended. */
export async function sessionOfCall(
  context: SessionContext,
  { headers }: FastifyRequest,
): Promise<SessionRow | undefined> {
  const token = bearerToken(headers.authorization)
  return token === undefined ? undefined : sessionOfToken(context, token)
}

/** The session of a token that did not arrive in the header, such as over a socket. */
export async function sessionOfToken(context: SessionContext, token: string): Promise<SessionRow | undefined> {
  const session = await findSession(context.db, hashToken(token), context.now())
  if (session) context.sessionUses.record(session)
  return session
}

/** The hash of the token in this header, whoever it may belong to. */
export function tokenHashOf(authorization: string | undefined): string | undefined {
  const token = bearerToken(authorization)
  return token === undefined ? undefined : hashToken(token)
}

function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer ([\w-]{20,100})$/i.exec(authorization ?? '')?.[1]
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
