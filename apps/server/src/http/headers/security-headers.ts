import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** The policy of data: browsers must not execute, frame or load anything from it. Pages replace it (core/site/page-policy.ts). */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

/** The constant headers of every response (T29). `publicUrl` is the site's address: only HTTPS can demand HTTPS. */
export function securityHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': dataPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=63072000' }),
  }
}

type WriteCallback = (error: Error | null | undefined) => void
type EndCallback = () => void

interface ResponseOptions {
  /** Called after everything that is written. */
  onWritten?: (response: { req: IncomingMessage }, isEnd: boolean) => void
  /** Whether only clients themselves may keep answers, and no cache on the way to them. */
  isPrivate?: boolean
}

/**
 * A class of responses that begin with these headers. Given to Node's server, it covers what no hook sees: media, Socket.IO, the router's
 * errors and the server's own.
 */
export function responseWith(
  headers: Readonly<Record<string, string>>,
  { onWritten = () => undefined, isPrivate = false }: ResponseOptions = {},
): typeof ServerResponse {
  const entries = Object.entries(headers)
  return class<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    constructor(...parameters: ConstructorParameters<typeof ServerResponse<Request>>) {
      super(...parameters)
      for (const [name, value] of entries) this.setHeader(name, value)
    }

    override writeHead(
      status: number,
      reason?: string | OutgoingHttpHeaders | OutgoingHttpHeader[],
      given?: OutgoingHttpHeaders | OutgoingHttpHeader[],
    ): this {
      if (!isPrivate) return super.writeHead(status, reason as string, given)
      const fields = given ?? (typeof reason === 'object' ? reason : {})
      const own = 'cache-control' in fields ? fields['cache-control'] : this.getHeader('cache-control')
      const cacheControl = String(own ?? '')
      if (!cacheControl.startsWith('public')) return super.writeHead(status, reason as string, given)
      // The handlers' headers may be constants.
      return super.writeHead(status, { ...fields, 'cache-control': cacheControl.replace('public', 'private') })
    }

    // Named parameters: a list of them would be allocated for every piece of media.
    override write(chunk: unknown, encoding?: BufferEncoding | WriteCallback, onDone?: WriteCallback): boolean {
      const isTaken = super.write(chunk, encoding as BufferEncoding, onDone)
      onWritten(this, false)
      return isTaken
    }

    override end(chunk?: unknown, encoding?: BufferEncoding | EndCallback, onDone?: EndCallback): this {
      super.end(chunk, encoding as BufferEncoding, onDone)
      onWritten(this, true)
      return this
    }
  }
}
