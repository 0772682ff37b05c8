import { createHash } from 'node:crypto'
import { sandboxPrivateKey } from '@waggle/hive/sandbox/accounts'

/** A new stream key for a sandbox account, obtained as a program with the account's posting key would. */
export async function newStreamKey(siteUrl: string, username: string): Promise<string> {
  const call = async (path: string, body?: unknown, token?: string) => {
    const response = await fetch(siteUrl + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const prove = async (purpose: string) => {
    const { challenge } = await call(`/api/auth/challenge?purpose=${purpose}&username=${username}`)
    const digest = createHash('sha256').update(challenge).digest()
    return { username, challenge, signature: sandboxPrivateKey(username, 'posting').sign(digest).customToString() }
  }
  const { token } = await call('/api/auth/hive', await prove('login'))
  const { streamKey } = await call('/api/auth/stream-key', await prove('stream-key'), token)
  return streamKey
}

/** Waits until the channel is live; returns its stream id. */
export async function untilLive(siteUrl: string, username: string, timeoutMs = 30_000): Promise<string> {
  const deadlineMs = Date.now() + timeoutMs
  for (;;) {
    const stream = await (await fetch(`${siteUrl}/api/streams/info/${username}`)).json()
    if (stream.isLive && !stream.isReconnecting) return stream.streamId
    if (Date.now() > deadlineMs) throw new Error(`${username} did not go live`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
