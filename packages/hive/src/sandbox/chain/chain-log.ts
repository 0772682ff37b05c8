import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Transaction } from '../../operation.ts'

/** What happened, in order: the chain's whole state follows from it. `atMs` is the chain's clock. */
export type LogEntry = { atMs: number; transaction: Transaction } | { atMs: number; advancedByMs: number }

export interface ChainLog {
  /** What was there when it was opened. */
  readonly entries: readonly LogEntry[]
  append(entry: LogEntry): void
  readonly isFull: boolean
}

/** A sandbox that has grown to this is to be begun anew. */
const maxBytes = 64 * 1024 * 1024

/**
 * One line of JSON for each entry, in the file or, without one, only counted. A last line that was cut off by a crash is
 * dropped; throws for a file that is damaged elsewhere or belongs to another chain.
 */
export function openChainLog(file: string | undefined, chainId: string): ChainLog {
  const header = `${JSON.stringify({ chain: chainId, version: 1 })}\n`
  let bytes = 0
  const write = (text: string) => {
    if (file) appendFileSync(file, text, { mode: 0o600 })
    bytes += Buffer.byteLength(text)
  }
  let entries: LogEntry[] = []
  if (file && existsSync(file)) {
    const whole = wholeLines(file)
    bytes = whole.length
    entries = parse(whole.toString(), header, file)
  } else if (file) {
    mkdirSync(dirname(file), { recursive: true })
  }
  if (bytes === 0) write(header)
  return {
    entries,
    append: (entry) => write(`${JSON.stringify(entry)}\n`),
    get isFull() {
      return bytes >= maxBytes
    },
  }
}

function wholeLines(file: string): Buffer {
  const content = readFileSync(file)
  const end = content.lastIndexOf('\n') + 1
  if (end < content.length) truncateSync(file, end)
  return content.subarray(0, end)
}

function parse(text: string, header: string, file: string): LogEntry[] {
  if (text === '') return []
  if (!text.startsWith(header)) throw new Error(`${file} is not the log of this sandbox chain`)
  const lines = text.slice(header.length).split('\n').slice(0, -1)
  return lines.map((line, index) => {
    try {
      return JSON.parse(line) as LogEntry
    } catch {
      throw new Error(`${file}: line ${index + 2} is damaged`)
    }
  })
}
