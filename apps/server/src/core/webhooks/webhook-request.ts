import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { DeliveryProblem } from '@waggle/contract/webhooks/events'

export type Attempt = { status: number; problem: 'refused' | null } | { status: null; problem: DeliveryProblem }

/** Whom a request may reach. `resolve` is the system's unless a test has another. */
export interface Reach {
  mayConnect(address: string): boolean
  resolve?: (
    name: string,
    options: LookupAllOptions,
    found: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
  ) => void
  timeoutMs?: number
}

const usualTimeoutMs = 10_000
/** An answer is only looked at for its status. */
const answerMaxBytes = 16 * 1024

class AddressRefused extends Error {}

/**
 * Posts a JSON body once. Redirects are not followed. The address is judged where the connection is made, after the name was
 * resolved, so that a name that means another host the second time gets nowhere (DNS rebinding).
 */
export function postWebhook(
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  reach: Reach,
): Promise<Attempt> {
  const url = new URL(address)
  // Node does not resolve what is an address already.
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) && !reach.mayConnect(literal)) return Promise.resolve({ status: null, problem: 'address_refused' })
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve) => {
    const outgoing = request(url, {
      method: 'POST',
      agent: false,
      lookup: guardedLookup(reach),
      signal: AbortSignal.timeout(reach.timeoutMs ?? usualTimeoutMs),
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Waggle-Webhooks/1',
      },
    })
    outgoing.on('response', (answer) => {
      const status = answer.statusCode ?? 0
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > answerMaxBytes) answer.destroy()
      })
      answer.on('close', () => resolve({ status, problem: status >= 200 && status < 300 ? null : 'refused' }))
    })
    // A change of protocol is no answer, and without this neither it nor an error would ever be told.
    outgoing.on('upgrade', (answer, socket) => {
      socket.destroy()
      resolve({ status: answer.statusCode ?? 101, problem: 'refused' })
    })
    outgoing.on('error', (error) => resolve({ status: null, problem: problemOf(error) }))
    outgoing.end(body)
  })
}

function guardedLookup({ mayConnect, resolve = systemLookup }: Reach): LookupFunction {
  return (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '')
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => mayConnect(address))) return done(new AddressRefused(), '')
      if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }
}

function problemOf(error: Error): DeliveryProblem {
  if (error instanceof AddressRefused) return 'address_refused'
  return error.name === 'TimeoutError' || error.name === 'AbortError' ? 'timeout' : 'unreachable'
}
