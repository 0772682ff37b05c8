import { type Logger, pino } from 'pino'

export type Log = Logger

/** Lines for people on a terminal, JSON lines for everything else. */
export function createLog(options: { level?: string } = {}): Log {
  const level = options.level ?? 'info'
  if (!process.stdout.isTTY) return pino({ level, base: null })
  return pino({
    level,
    base: null,
    transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } },
  })
}

/** An address as it may stand in a log: what follows the question mark can hold a token, however it is written, and an overlay's is one. */
export function redactAddress(address: string): string {
  return address.replace(/\?.*$/s, '?[redacted]').replace(/^\/+overlay\/.*/is, '/overlay/[redacted]')
}
