interface CallInit extends RequestInit {
  headers: Record<string, string>
}

/** What the page has requested before its scripts ran (player-files.ts), by address. */
const ahead = globalThis as { sentCalls?: Map<string, Promise<Response>> | undefined }

/** The answer to a request that was sent ahead, once. */
export function takeSent(address: string): Promise<Response> | undefined {
  const { sentCalls } = ahead
  if (!sentCalls) return undefined
  const { href } = new URL(address, location.href)
  const response = sentCalls.get(href)
  sentCalls.delete(href)
  return response
}

/** Sends a call, unless that was done ahead. Such a call has no session. */
export function sendCall(address: string, init: CallInit): Promise<Response> {
  const sent = init.headers.Authorization ? undefined : takeSent(address)
  return sent?.catch(() => fetch(address, init)) ?? fetch(address, init)
}
