import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A key for each use, derived from the site's master key, so that a token for one use is invalid for every other. */
export interface Secrets {
  challenge: Buffer
  streamKey: Buffer
  hlsToken: Buffer
  download: Buffer
  /** The secrets of HLS keys, oldest first: each for the periods that begin before `untilMs`. The last one has no end. */
  hlsKeys: readonly { secret: Buffer; untilMs: number }[]
  webhook: Buffer
  /** Of the hashes of addresses in what was sent to them, and of the mark of calls between the site's processes. */
  egress: Buffer
  /** Seals what a page computes before it sends a notice. */
  noticeProof: Buffer
  /** Identifies the master key without revealing it. */
  fingerprint: string
  /** Those of the master keys that it replaced. */
  previousFingerprints: readonly string[]
}

/** A master key that another one replaced. */
interface PreviousKey {
  master: Uint8Array
  untilMs: number
}

const masterKeyBytes = 32

/** Reads the master key from the data folder, or creates it on the first start. All machines of a site need the same file. */
export async function openSecrets(dataDir: string): Promise<Secrets> {
  const file = join(dataDir, 'master.key')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  try {
    await writeFile(file, `${randomBytes(masterKeyBytes).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const [current, ...previous] = parseMasterKeys(await readFile(file, 'utf8'), file)
  return deriveSecrets(current.master, previous)
}

/**
 * The first line is the master key. Every other line is one that was replaced, newest first, as `{key} until {time}`, such as
 * `2026-12-01T03:00:00Z`: what was recorded until then needs it (docs/decisions/019).
 */
function parseMasterKeys(text: string, file: string): [PreviousKey, ...PreviousKey[]] {
  const [first, ...rest] = text.trim().split('\n').map(parseLine)
  const all = [first, ...rest].flatMap((key) => key ?? [])
  const isInOrder = all.every(
    ({ untilMs }, index) => untilMs < (all[index - 1]?.untilMs ?? Number.MAX_VALUE) || index === 0,
  )
  if (first === undefined || first.untilMs !== endless || all.length < rest.length + 1 || !isInOrder) {
    throw new Error(
      `${file} is damaged: put back the copy from your backup, or remove it (everyone then signs in anew, needs a new stream key, and no recording can be played).`,
    )
  }
  return [first, ...all.slice(1)]
}

const endless = Number.POSITIVE_INFINITY

function parseLine(line: string): PreviousKey | undefined {
  const [, hex, time] = /^([0-9a-f]{64})(?: until (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ))?$/.exec(line.trim()) ?? []
  const untilMs = time === undefined ? endless : Date.parse(time)
  return hex === undefined || Number.isNaN(untilMs) ? undefined : { master: Buffer.from(hex, 'hex'), untilMs }
}

/** `previous` are the master keys that this one replaced, newest first. */
export function deriveSecrets(master: Uint8Array, previous: readonly PreviousKey[] = []): Secrets {
  const derive = (use: string, from = master) => Buffer.from(hkdfSync('sha256', from, 'waggle', use, 32))
  const fingerprintOf = (key: Uint8Array) => derive('fingerprint', key).toString('hex').slice(0, 16)
  return {
    challenge: derive('challenge'),
    streamKey: derive('stream-key'),
    hlsToken: derive('hls-token'),
    download: derive('download'),
    hlsKeys: [...previous.toReversed(), { master, untilMs: endless }].map((key) => ({
      secret: derive('hls-key', key.master),
      untilMs: key.untilMs,
    })),
    webhook: derive('webhook'),
    egress: derive('egress'),
    noticeProof: derive('notice-proof'),
    fingerprint: fingerprintOf(master),
    previousFingerprints: previous.map((key) => fingerprintOf(key.master)),
  }
}

export function hmacSha256(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
