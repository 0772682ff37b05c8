import type { IncomingMessage, ServerResponse } from 'node:http'

type Headers = Parameters<ServerResponse['writeHead']>[1]

/**
 * What a member receives is theirs alone: no cache keeps it, no search engine lists it, no other site shows it (rule MEMBER-3). The
 * handlers do not know that the site is private, so the headers are changed when they are written.
 */
export function makePrivate(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse
  response.writeHead = ((status: number, ...rest: [string | Headers, Headers?]) => {
    const given = rest.find((each) => typeof each === 'object')
    // Set rather than passed on: Node lets what is passed replace what is set, whatever its case.
    for (const [name, value] of entriesOf(given)) response.setHeader(name, value)
    for (const [name, value] of Object.entries(privateHeaders)) response.setHeader(name, value)
    return typeof rest[0] === 'string' ? writeHead(status, rest[0]) : writeHead(status)
  }) as ServerResponse['writeHead']
}

export const privateHeaders = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
  'cross-origin-resource-policy': 'same-origin',
} as const

type HeaderValue = string | number | readonly string[]

function entriesOf(headers: Headers): (readonly [string, HeaderValue])[] {
  if (headers === undefined) return []
  if (!Array.isArray(headers)) {
    return Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  }
  // Node also takes names and values in turn.
  return headers.flatMap((name, index) =>
    index % 2 === 0 ? [[String(name), headers[index + 1] as HeaderValue] as const] : [],
  )
}

/** Whether a person's browser asks for a page. */
export function isForPage({ method, url = '', headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return (
    !/^\/(api|live|recordings|socket\.io|sandbox)(\/|$)/.test(url) && Boolean(headers.accept?.includes('text/html'))
  )
}
