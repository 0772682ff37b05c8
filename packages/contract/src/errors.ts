import { chatErrors } from './chat/errors.ts'
import { followErrors } from './follows/errors.ts'
import { hiveErrors } from './hive/errors.ts'
import { streamersToolsErrors } from './webhooks/errors.ts'

/**
 * Every refusal of the server: its code, HTTP status and the sentence the user reads (spec section 8 where the spec has one).
 * The body is always `{ code, error, message }`, both texts this sentence.
 */
export const errors = {
  invalid_request: { status: 400, message: 'The request is not valid' },
  invalid_username: { status: 400, message: 'Please enter a valid Hive username' },
  unsupported_method: { status: 400, message: "Only the sign-in method 'keychain' is supported" },
  authentication_required: { status: 401, message: 'Authentication required' },
  session_invalid: { status: 401, message: 'Your session has ended. Please log in again.' },
  challenge_invalid: { status: 401, message: 'This sign-in request is not valid here. Please try again.' },
  challenge_expired: { status: 401, message: 'This sign-in request has expired. Please try again.' },
  challenge_used: { status: 401, message: 'This sign-in request was used already. Please try again.' },
  signature_invalid: { status: 401, message: 'Signature verification failed' },
  not_your_account: { status: 403, message: 'You are signed in with another account' },
  token_in_address: { status: 400, message: 'A session token must not stand in the address' },
  hls_token_required: { status: 401, message: 'A stream token is required' },
  hls_token_expired: { status: 401, message: 'The stream token has expired' },
  hls_token_invalid: { status: 403, message: 'The stream token is not valid for this stream' },
  stream_not_found: { status: 404, message: 'Stream not found' },
  not_found: { status: 404, message: 'Not found' },
  method_not_allowed: { status: 405, message: 'Method not allowed' },
  body_too_large: { status: 413, message: 'The request is too large' },
  unsupported_media_type: { status: 415, message: 'Send JSON with the content type application/json' },
  format_not_supported: { status: 501, message: 'Only the format json is supported' },
  rate_limited: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  internal: { status: 500, message: 'Something went wrong on the server. Please try again.' },
  hive_unavailable: {
    status: 503,
    message: 'The Hive network cannot be reached at the moment. Please try again soon.',
  },
  overloaded: { status: 503, message: 'The server is busy. Please try again in a moment.' },
  ...followErrors,
  ...hiveErrors,
  ...chatErrors,
  ...streamersToolsErrors,
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors
