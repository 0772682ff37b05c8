import { ShownError } from '../lib/api/shown-error.ts'
import type { SessionStore } from './session-store.ts'

/** Makes a call with the session's token, and ends the session when the server refuses that token. */
export async function callInSession<Answer>(
  session: Pick<SessionStore, 'getState' | 'endIfRefused'>,
  call: (token: string) => Promise<Answer>,
): Promise<Answer> {
  const { token } = session.getState()
  try {
    return await call(token ?? '')
  } catch (error) {
    // A sign-in in another tab may have replaced the session during the call.
    if (session.getState().token === token) session.endIfRefused(error instanceof ShownError ? error.cause : error)
    throw error
  }
}
