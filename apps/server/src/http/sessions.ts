import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { deleteSession, findSession, insertSession, type SessionRow } from '../db/accounts/sessions.ts'
import type { Db } from '../db/open.ts'
import { Refusal } from './refusal.ts'

const sessionLifeMs = 30 * 24 * 60 * 60_000

export interface SessionContext {
  db: Db
  now(): number
}

/** Opens a session and returns its token: 256 random bits. Only the token's hash is stored. */
export async function openSession(context: SessionContext, username: string, publicKey: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const nowMs = context.now()
  await insertSession(context.db, {
    tokenHash: hashToken(token),
    username,
    publicKey,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + sessionLifeMs,
  })
  return token
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

/** The caller's username where a session is optional; undefined without one, or when it has ended. */
export async function callerOf(
  context: SessionContext,
  authorization: string | undefined,
): Promise<string | undefined> {
  const token = bearerToken(authorization)
  return token && (await sessionOfToken(context, token))?.username
}

/** The session of a token that did not arrive in the header, such as over a socket. */
export async function sessionOfToken(context: SessionContext, token: string): Promise<SessionRow | undefined> {
  return findSession(context.db, hashToken(token), context.now())
}

export async function closeSession(context: SessionContext, authorization: string | undefined): Promise<void> {
  const token = bearerToken(authorization)
  if (token) await deleteSession(context.db, hashToken(token))
}

function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer ([\w-]{20,100})$/i.exec(authorization ?? '')?.[1]
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
