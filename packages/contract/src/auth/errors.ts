import type { Refusals } from '../refusal.ts'

export const authErrors = {
  invalid_username: { status: 400, message: 'Please enter a valid Hive username' },
  unsupported_method: { status: 400, message: "Only the sign-in method 'keychain' is supported" },
  authentication_required: { status: 401, message: 'Authentication required' },
  session_invalid: { status: 401, message: 'Your session has ended. Please log in again.' },
  session_not_found: { status: 404, message: 'This session has ended already' },
  challenge_invalid: { status: 401, message: 'This sign-in request is not valid here. Please try again.' },
  challenge_expired: { status: 401, message: 'This sign-in request has expired. Please try again.' },
  challenge_used: { status: 401, message: 'This sign-in request was used already. Please try again.' },
  signature_invalid: { status: 401, message: 'Signature verification failed' },
  not_your_account: { status: 403, message: 'You are logged in with another account' },
  token_in_address: { status: 400, message: 'A session token must not be in the address' },
} as const satisfies Refusals

/** The refusals of every call that needs a session. */
export const signedIn = ['authentication_required', 'session_invalid'] as const satisfies (keyof typeof authErrors)[]
