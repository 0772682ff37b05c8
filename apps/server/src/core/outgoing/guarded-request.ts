import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { DeliveryProblem } from '@waggle/contract/webhooks/events'
import { isLoopbackAddress, isPublicAddress } from '../../lib/network/public-address.ts'

type Attempt =
  | { status: number; problem: 'refused' | null /** The header of this name. */; retryAfter?: string | undefined }
  | { status: null; problem: DeliveryProblem }

/** Which addresses a request may connect to. */
export interface ConnectPolicy {
  mayConnect(address: string): boolean
  /** Replaces the system's resolver in a test. */
  resolve?: (
    name: string,
    options: LookupAllOptions,
    found: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
  ) => void
  timeoutMs?: number
}

const defaultTimeoutMs = 10_000
/** Only the status of an answer is used. */
const answerMaxBytes = 16 * 1024

class AddressRefused extends Error {}

/**
 * Posts a body once to an address that a user has given, without following redirects. The address is checked when the connection is made,
 * after the name was resolved, so that a name which resolves to another host the second time does not pass (DNS rebinding).
 */
export function postGuarded(
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string | Uint8Array },
  policy: ConnectPolicy,
): Promise<Attempt> {
  const url = new URL(address)
  // Node does not call `lookup` for an IP address.
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) && !policy.mayConnect(literal)) return Promise.resolve({ status: null, problem: 'address_refused' })
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve) => {
    const outgoing = request(url, {
      method: 'POST',
      agent: false,
      lookup: guardedLookup(policy),
      signal: AbortSignal.timeout(policy.timeoutMs ?? defaultTimeoutMs),
      headers: {
        ...headers,
        'content-length': Buffer.byteLength(body),
      },
    })
    outgoing.on('response', (answer) => {
      const status = answer.statusCode ?? 0
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > answerMaxBytes) answer.destroy()
      })
      const problem = status >= 200 && status < 300 ? null : 'refused'
      answer.on('close', () => resolve({ status, problem, retryAfter: answer.headers['retry-after'] }))
    })
    // Without this handler, a 101 answer would cause neither a response nor an error event.
    outgoing.on('upgrade', (answer, socket) => {
      socket.destroy()
      resolve({ status: answer.statusCode ?? 101, problem: 'refused' })
    })
    outgoing.on('error', (error) => resolve({ status: null, problem: problemOf(error) }))
    outgoing.end(body)
  })
}

/** The policy of the settings WAGGLE_WEBHOOKS and WAGGLE_PUSH. */
export function connectPolicy(setting: 'off' | 'public' | 'loopback'): ConnectPolicy {
  return {
    mayConnect: (address) =>
      isPublicAddress(address) ? setting !== 'off' : setting === 'loopback' && isLoopbackAddress(address),
  }
}

function guardedLookup({ mayConnect, resolve = systemLookup }: ConnectPolicy): LookupFunction {
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
