import { AsyncLocalStorage } from 'node:async_hooks'
import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** The forms of the log: readable lines at a terminal and JSON lines elsewhere, or always the one or the other. */
export const logFormats = ['auto', 'json', 'text'] as const
export type LogFormat = (typeof logFormats)[number]

/** The id of the request that is being answered. Every line that is logged because of it has it as `requestId`. */
export const requestIds = new AsyncLocalStorage<string>()

/** Logs JSON lines or readable ones. */
export function createLog(options: { level?: string; format?: LogFormat; destination?: DestinationStream } = {}): Log {
  const { level = 'info', format = 'auto', destination } = options
  const common = { level, base: null, serializers: { error: (error: unknown) => describeError(error) }, mixin }
  if (destination) return pino(common, destination)
  if (format === 'json' || (format === 'auto' && !process.stdout.isTTY)) return pino(common)
  return pino({
    ...common,
    transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } },
  })
}

function mixin(): { requestId?: string } {
  const requestId = requestIds.getStore()
  return requestId === undefined ? {} : { requestId }
}

const maxCauses = 3

/** What of an error is logged. Its other fields may hold what a user sent; without this, JSON would show none of it. */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error) || depth > maxCauses) return error
  const { name, message, stack, cause } = error
  const code = 'code' in error ? error.code : undefined
  return { name, message, code, stack, cause: describeError(cause, depth + 1) }
}

/** Removes secrets from an address to be logged: the query, which may hold a token in any spelling, and the secret of an overlay. */
export function redactAddress(address: string): string {
  return address.replace(/\?.*$/s, '?[redacted]').replace(/^\/+overlay\/.*/is, '/overlay/[redacted]')
}
