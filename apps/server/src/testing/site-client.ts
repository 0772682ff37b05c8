import { createHash } from 'node:crypto'
import { type SandboxRole, sandboxPrivateKey } from '@waggle/hive/sandbox/accounts'

/** Calls a running site as its pages do. */
export function createSiteClient(url: string) {
  let address = 1

  async function request(
    method: string,
    path: string,
    options: { body?: unknown; token?: string; headers?: Record<string, string> } = {},
  ) {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...(options.token && { authorization: `Bearer ${options.token}` }),
        // The server trusts a proxy on its own machine about the client's address.
        'x-forwarded-for': `10.0.0.${address}`,
        ...options.headers,
      },
      ...(options.body !== undefined && {
        body: typeof options.body === 'string' ? options.body : JSON.stringify(options.body),
      }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined }
  }

  return {
    request,
    /** Calls from another address from now on, whose rate limits are unused. */
    nextClient() {
      address += 1
    },
    /** Signs in as the wallet would, and returns the session token. */
    async signIn(username: string): Promise<string> {
      const { challenge } = (await request('GET', '/api/auth/challenge')).json
      const signature = await signAs(username, challenge)
      return (await request('POST', '/api/auth/hive', { body: { username, challenge, signature } })).json.token
    },
    /** Creates a stream key of a sandbox account. */
    async streamKey(username: string): Promise<string> {
      const token = await this.signIn(username)
      const { challenge } = (await request('GET', `/api/auth/challenge?purpose=stream-key&username=${username}`)).json
      const body = { username, challenge, signature: await signAs(username, challenge) }
      return (await request('POST', '/api/auth/stream-key', { body, token })).json.streamKey
    },
  }
}

/** What the wallet's requestSignBuffer answers for a sandbox account. */
export async function signAs(username: string, message: string, role: SandboxRole = 'posting'): Promise<string> {
  const digest = createHash('sha256').update(message).digest()
  return sandboxPrivateKey(username, role).sign(digest).customToString()
}
