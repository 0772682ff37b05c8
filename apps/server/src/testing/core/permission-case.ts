/**
 * The callers: without a token, a user, the owner alice, her moderator, the owner of another channel, a banned user, a timed-out user,
 * and an invalid token.
 */
export const callers = {
  A: undefined,
  U: 'dave',
  O: 'alice',
  M: 'bob',
  O2: 'erin',
  B: 'carol',
  T: 'frank',
  X: 'nobody',
} as const
export type Caller = keyof typeof callers

/** What a case may use to make its call. */
export interface World {
  caller: Caller
  /** The caller's account; another one for callers without an account. */
  name: string
  streamId: string
  hlsToken: string
  /** Makes a call as alice, the owner. */
  alice<Json = unknown>(method: string, path: string, body?: unknown): Promise<{ json: Json }>
  /** Sends a message in alice's channel, and returns its id. */
  say(writer: string): Promise<string>
  sign(username: string, purpose: 'login' | 'stream-key' | 'download-data'): Promise<object>
}

/** The statuses for A, U, O, M, O2, B, T, X, or one status for all. */
type Expected = number | readonly number[]

export interface PermissionCase {
  title?: string
  expect: Expected
  call?(world: World): { params?: Record<string, string>; query?: string; body?: unknown } | Promise<object>
}

export const anyone = 200
export const signedIn = [401, 200, 200, 200, 200, 200, 200, 401]
export const owner = [401, 403, 200, 403, 403, 403, 403, 401]
/** By default only the owner may change the rules or clear the chat (moderation.test.ts covers the other setting). */
export const moderators = [401, 403, 200, 200, 403, 403, 403, 401]
/** Another user's objects are not found. */
export const ownOnly = [401, 404, 200, 404, 404, 404, 404, 401]
export const nobody = [401, 403, 403, 403, 403, 403, 403, 401]
