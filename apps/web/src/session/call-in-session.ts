import { authErrors } from '@waggle/contract/auth/errors'
import { ApiError } from '../lib/api/api-error.ts'
import { refusalText } from '../texts/contract/errors.ts'
import { isSessionRefusal, type SessionStore } from './session-store.ts'

/** Makes a call with the session's token. The session expires when the server refuses that token. */
export async function callInSession<Answer>(
  session: Pick<SessionStore, 'getState' | 'expireIfRefused'>,
  call: (token: string) => Promise<Answer>,
): Promise<Answer> {
  const { token, isRenewalPutOff } = session.getState()
  try {
    return await call(token ?? '')
  } catch (error) {
    const now = session.getState()
    // A sign-in, here or in another tab, may have replaced the session during the call.
    const isSameSession = now.token === token
    // The user closed the question for a signature during the call: an answer to what was asked before must not open it again.
    const isAnswered = now.isRenewalPutOff && !isRenewalPutOff
    if (isSameSession && !isAnswered) session.expireIfRefused(error)
    throw error
  }
}

/**
 * Makes a call in the session, and makes it again when the user has renewed the session that the server refused. Rejects with the
 * refusal when the user signs out or puts the renewal off instead. Not for calls that ask the wallet: a repeated transfer would pay
 * twice.
 */
export async function callAcrossRenewals<Answer>(
  session: Pick<SessionStore, 'getState' | 'subscribe' | 'expireIfRefused'>,
  call: (token: string) => Promise<Answer>,
): Promise<Answer> {
  const { user } = session.getState()
  for (;;) {
    const { token } = session.getState()
    try {
      return await callInSession(session, call)
    } catch (error) {
      const isRefused = token !== null && isSessionRefusal(error)
      if (!isRefused || !(await isRenewedFor(user, session))) throw error
    }
  }
}

/**
 * The same for what a page loads by itself. Once the session has expired it waits, also while the user puts the renewal off:
 * otherwise every refresh would ask again.
 */
export async function loadAcrossRenewals<Answer>(
  session: Pick<SessionStore, 'getState' | 'subscribe' | 'expireIfRefused'>,
  load: (token: string) => Promise<Answer>,
): Promise<Answer> {
  const { user } = session.getState()
  for (;;) {
    if (session.getState().isExpired && !(await isRenewedFor(user, session, true))) {
      const { status, message } = authErrors.session_invalid
      throw new ApiError(status, 'session_invalid', refusalText('session_invalid', message))
    }
    try {
      return await callAcrossRenewals(session, load)
    } catch (error) {
      if (!isSessionRefusal(error) || !session.getState().isExpired) throw error
    }
  }
}

/**
 * Waits while the session is expired; unless `isPatient`, only until the user puts the renewal off. Then says whether the same user is
 * signed in again.
 */
function isRenewedFor(
  user: string | null,
  session: Pick<SessionStore, 'getState' | 'subscribe'>,
  isPatient = false,
): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = () => {
      const state = session.getState()
      if (state.isExpired && (isPatient || !state.isRenewalPutOff)) return
      unsubscribe()
      resolve(user !== null && state.user === user && !state.isExpired)
    }
    const unsubscribe = session.subscribe(settle)
    settle()
  })
}
