import type { IncomingMessage, ServerResponse } from 'node:http'
import { errors } from '@waggle/contract/errors'
import type { Account } from './account.ts'

export type EgressRefusal = 'address_share_used' | 'traffic_spent'

/** So many answers a second explain themselves to an address. A flood gets no more of them. */
const fullAnswersPerSecond = 10
/** So many more get the shortest answer at once; the next ones in the next second. */
const answersPerSecond = 100
/** A proxy waits for each of them. Beyond that it is answered at once, because it has few connections too. */
const maxWaiting = 2000

/** Counts the refusals of accounts within the current second, and delays what is too much. */
export class RefusalCounts {
  #counts = new Map<Account, number>()
  #waiting: (() => void)[] = []

  /** How this one is to be answered. */
  add(account: Account): 'in full' | 'briefly' | 'later' {
    const count = (this.#counts.get(account) ?? 0) + 1
    this.#counts.set(account, count)
    if (count <= fullAnswersPerSecond) return 'in full'
    return count <= answersPerSecond || this.#waiting.length >= maxWaiting ? 'briefly' : 'later'
  }

  answerLater(answer: () => void): void {
    this.#waiting.push(answer)
  }

  nextSecond(): void {
    if (this.#counts.size > 0) this.#counts = new Map()
    for (const answer of this.#waiting.splice(0)) answer()
  }
}

/** Tells programs in JSON and people on a page why they get nothing. */
export function refuseEgress(
  request: IncomingMessage,
  response: ServerResponse,
  code: EgressRefusal,
  retryAfterSeconds: number,
): void {
  const { status, message } = errors[code]
  const isPage = String(request.headers.accept ?? '').includes('text/html')
  const body = isPage ? pageOf(message) : JSON.stringify({ code, error: message, message })
  response.writeHead(status, {
    'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json',
    'cache-control': 'no-store',
    'retry-after': String(retryAfterSeconds),
    'access-control-allow-origin': '*',
    'content-length': Buffer.byteLength(body),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/**
 * For what is beyond those answers: the connection of a client is closed. A proxy would take that for a fault of this process and send its
 * other clients elsewhere, so it gets the shortest answer there is.
 */
export function refuseBriefly(response: ServerResponse, status: number): void {
  if (response.destroyed || response.headersSent) return
  for (const name of response.getHeaderNames()) response.removeHeader(name)
  response.sendDate = false
  response.writeHead(status, { 'content-length': 0 }).end()
}

/** Without anything of its own: it needs no style, no script and no picture, which would all cost more. */
function pageOf(message: string): string {
  return `<!doctype html><meta name="viewport" content="width=device-width"><title>Waggle</title><p>${message}.</p>`
}
