import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** Logs readable lines to a terminal and JSON lines to anything else. */
export function createLog(options: { level?: string; destination?: DestinationStream } = {}): Log {
  const { level = 'info', destination } = options
  const common = { level, base: null, serializers: { error: (error: unknown) => describeError(error) } }
  if (destination) return pino(common, destination)
  if (!process.stdout.isTTY) return pino(common)
  return pino({
    ...common,
    transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } },
  })
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
