import { createHash } from 'node:crypto'
import { sandboxPrivateKey } from '@waggle/hive/sandbox/accounts'

/** Opens a session for a sandbox account, as a program that has the account's posting key would. Returns its token. */
export async function newSession(siteUrl: string, username: string): Promise<string> {
  const { token } = await callApi(siteUrl, '/api/auth/hive', { body: await proveAccount(siteUrl, username, 'login') })
  return token
}

/** Generates a stream key for a sandbox account. */
export async function newStreamKey(siteUrl: string, username: string): Promise<string> {
  const token = await newSession(siteUrl, username)
  const body = await proveAccount(siteUrl, username, 'stream-key')
  return (await callApi(siteUrl, '/api/auth/stream-key', { body, token })).streamKey
}

/** Calls the site's API and returns the JSON. Throws when the response is a refusal. */
export async function callApi(
  siteUrl: string,
  path: string,
  { method, body, token }: { method?: string; body?: unknown; token?: string } = {},
) {
  const response = await fetch(siteUrl + path, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** A signature with the account's posting key for one purpose, as the calls that need one take it. */
export async function proveAccount(siteUrl: string, username: string, purpose: 'login' | 'stream-key' | 'operate') {
  const { challenge } = await callApi(siteUrl, `/api/auth/challenge?purpose=${purpose}&username=${username}`)
  const digest = createHash('sha256').update(challenge).digest()
  return { username, challenge, signature: sandboxPrivateKey(username, 'posting').sign(digest).customToString() }
}

/** Waits until the channel is live; returns its stream id. */
export async function waitUntilLive(siteUrl: string, username: string, timeoutMs = 90_000): Promise<string> {
  const deadlineMs = Date.now() + timeoutMs
  for (;;) {
    const stream = await (await fetch(`${siteUrl}/api/streams/info/${username}`)).json()
    if (stream.isLive && !stream.isReconnecting) return stream.streamId
    if (Date.now() > deadlineMs) throw new Error(`${username} did not go live`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
