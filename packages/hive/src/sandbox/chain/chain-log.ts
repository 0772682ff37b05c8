import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Transaction } from '../../operation.ts'

/** An event on the chain. The chain's whole state follows from the entries in order. `atMs` is the time on the chain's clock. */
type LogEntry = { atMs: number; transaction: Transaction } | { atMs: number; advancedByMs: number }

interface ChainLog {
  /** The entries that the file contained when it was opened. */
  readonly entries: readonly LogEntry[]
  append(entry: LogEntry): void
  readonly isFull: boolean
}

/** The operator has to delete the data file when it has grown to this size. */
const maxBytes = 64 * 1024 * 1024

/**
 * Opens a log with one line of JSON for each entry. Without a file it only counts the bytes. Drops a last line that a crash cut
 * off, and throws if the file is damaged elsewhere or belongs to another chain.
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
    const lines = readCompleteLines(file)
    bytes = lines.length
    entries = parseEntries(lines.toString(), header, file)
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

function readCompleteLines(file: string): Buffer {
  const content = readFileSync(file)
  const end = content.lastIndexOf('\n') + 1
  if (end < content.length) truncateSync(file, end)
  return content.subarray(0, end)
}

function parseEntries(text: string, header: string, file: string): LogEntry[] {
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
