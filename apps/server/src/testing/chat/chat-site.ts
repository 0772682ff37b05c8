import { startTestSite } from '../site.ts'
import { type ChatClient, connectChat } from './chat-client.ts'

/** A site where alice owns the channel and bob moderates it; carol, dave and erin are signed in, too. */
export async function startChatSite() {
  const site = await startTestSite()
  const tokens: Record<string, string> = {}
  const clients: ChatClient[] = []
  let address = 0

  function as(
    name: string | undefined,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) {
    const token = name && tokens[name]
    return site.request(method, `/api/chat${path}`, {
      ...(body !== undefined && { body }),
      ...(token && { token }),
      ...(headers && { headers }),
    })
  }

  for (const name of ['alice', 'bob', 'carol', 'dave', 'erin']) tokens[name] = await site.signIn(name)
  await as('alice', 'POST', '/moderators/alice', { username: 'bob' })

  return {
    site,
    tokens,
    as,
    send: (name: string, message: string, channel = 'alice', headers?: Record<string, string>) =>
      as(name, 'POST', `/messages/${channel}`, { message }, headers),
    /** A client with its own address that has not joined a room. */
    async open(options: Parameters<typeof connectChat>[1] = {}): Promise<ChatClient> {
      address += 1
      const client = await connectChat(site.url, { address: `10.9.0.${address}`, ...options })
      clients.push(client)
      return client
    },
    /** A client that has joined a channel's room. */
    async connect(channel = 'alice', options: { name?: string; coalesce?: boolean } = {}): Promise<ChatClient> {
      const client = await this.open()
      const token = options.name && tokens[options.name]
      const answer = await client.join(channel, { ...(token && { token }), coalesce: options.coalesce ?? false })
      if (!answer.ok) throw new Error(`could not join: ${answer.message}`)
      return client
    },
    closeClients() {
      for (const client of clients.splice(0)) client.close()
    },
    async close() {
      this.closeClients()
      await site.close()
    },
  }
}

export type ChatSite = Awaited<ReturnType<typeof startChatSite>>
