import type { Refusals } from '../refusal.ts'

/** The refusals that any call can meet. */
export const siteErrors = {
  invalid_request: { status: 400, message: 'The request is not valid' },
  not_found: { status: 404, message: 'Not found' },
  method_not_allowed: { status: 405, message: 'Method not allowed' },
  body_too_large: { status: 413, message: 'The request is too large' },
  unsupported_media_type: { status: 415, message: 'Send JSON with the content type application/json' },
  rate_limited: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  internal: { status: 500, message: 'Something went wrong on the server. Please try again. (Request {requestId})' },
  overloaded: { status: 503, message: 'The server is busy. Please try again in a moment.' },
} as const satisfies Refusals
