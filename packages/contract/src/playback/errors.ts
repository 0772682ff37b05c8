import type { Refusals } from '../refusal.ts'

export const playbackErrors = {
  hls_token_required: { status: 401, message: 'A stream token is required' },
  hls_token_expired: { status: 401, message: 'The stream token has expired' },
  hls_token_invalid: { status: 403, message: 'The stream token is not valid for this stream' },
} as const satisfies Refusals
