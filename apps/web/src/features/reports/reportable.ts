import { usernamePattern } from '@waggle/contract/names'

/** What can be reported. An account may be reported for what it wrote in the chat of `channel`. `at`: the time of the picture. */
export type Reportable =
  | { kind: 'broadcast' | 'replay'; username: string; streamId: string; at?: number }
  | { kind: 'clip'; username: string; streamId: string }
  | { kind: 'message'; username: string; channel: string; messageId: string }
  | { kind: 'account'; username: string; channel?: string }

/** Somebody who has written in a chat: for one message, or altogether. */
export function writerOf(username: string, channel: string, messageId: string | undefined): Reportable {
  return messageId === undefined
    ? { kind: 'account', username, channel }
    : { kind: 'message', username, channel, messageId }
}

/** The query of `/report` that names the thing. */
export function queryOf(thing: Reportable): string {
  const values = Object.entries(thing).map(([name, value]) => [name, String(value)])
  return new URLSearchParams(Object.fromEntries(values)).toString()
}

/** What the query of `/report` names; undefined when it names nothing. The server checks whether it exists. */
export function thingInQuery(query: URLSearchParams): Reportable | undefined {
  const [kind, username, streamId, channel, messageId, at] = [
    ...['kind', 'username', 'streamId', 'channel', 'messageId', 'at'].map((name) => query.get(name) ?? ''),
  ] as [string, string, string, string, string, string]
  if (!usernamePattern.test(username)) return undefined
  switch (kind) {
    case 'account':
      return { kind: 'account', username, ...(channel && { channel }) }
    case 'message':
      return channel && messageId ? { kind: 'message', username, channel, messageId } : undefined
    case 'clip':
      return streamId ? { kind: 'clip', username, streamId } : undefined
    case 'broadcast':
    case 'replay':
      if (!streamId) return undefined
      return {
        ...{ kind, username, streamId },
        ...(Number.isSafeInteger(Number(at)) && at !== '' && { at: Number(at) }),
      }
    default:
      return undefined
  }
}
