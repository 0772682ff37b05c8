interface CallInit extends RequestInit {
  headers: Record<string, string>
}

interface SentCall {
  address: string
  response: Promise<Response>
}

const ahead = globalThis as { sentCall?: SentCall | undefined }

/**
 * Sends a call, unless the page has sent it before its scripts ran (public/player-files.js): then the answer to that is taken, once. Such a
 * call has no session.
 */
export function sendCall(address: string, init: CallInit): Promise<Response> {
  const { sentCall } = ahead
  if (sentCall?.address !== address || init.headers.Authorization) return fetch(address, init)
  ahead.sentCall = undefined
  return sentCall.response.catch(() => fetch(address, init))
}
