import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from './files/make-folder.ts'

/** A key of one use through the rotations of the master key. */
export interface KeyRing {
  /** The one in use at the moment: what is made now is made with it. */
  readonly current: Buffer
  /** The ones that what was made earlier, or on a machine whose clock is ahead, may have been made with; the current one first. */
  readonly all: readonly Buffer[]
  /** The one whose master key has this fingerprint; without one, the one that was in use at this time. */
  of(made: { fingerprint?: string | undefined; atMs: number }): Buffer
}

/** A key, or a ring of them where it may change while the process runs. */
export type UseKey = Uint8Array | KeyRing

export const currentOf = (key: UseKey): Uint8Array => (key instanceof Uint8Array ? key : key.current)
export const allOf = (key: UseKey): readonly Uint8Array[] => (key instanceof Uint8Array ? [key] : key.all)

/** A key for each use, derived from the site's master key, so that a token for one use is invalid for every other. */
export interface Secrets {
  challenge: KeyRing
  streamKey: KeyRing
  hlsToken: KeyRing
  /** Signs the passes for first pictures. */
  firstPicture: KeyRing
  download: KeyRing
  /** Signs the cookie that opens a private site. */
  entrance: KeyRing
  /** The secrets of HLS keys, oldest first: each for the periods that begin before `untilMs`. The last one has no end. */
  hlsKeys: readonly { secret: Buffer; untilMs: number }[]
  webhook: KeyRing
  /** Of the key pairs with which push services know this site (core/push/vapid.ts). */
  push: KeyRing
  /** Of the hashes of addresses in what was sent to them, and of the mark of calls between the site's processes. */
  egress: Buffer
  /** Seals what a page computes before it sends a notice. */
  noticeProof: Buffer
  /** Identifies the master key in use at the moment without revealing it. */
  currentFingerprint: string
  /** Identifies the newest master key without revealing it. */
  fingerprint: string
  /** Those of the master keys that it replaced. */
  previousFingerprints: readonly string[]
}

/** Secrets that follow their file: a rotation is in effect without a restart. */
export interface OpenSecrets extends Secrets {
  /** Reads the file again. Rejects, and goes on with what is known, when it is damaged. */
  reload(): Promise<void>
}

/** A master key that another one replaced. */
export interface PreviousKey {
  master: Uint8Array
  untilMs: number
}

export const masterKeyFile = 'master.key'
export const masterKeyBytes = 32

/** Reads the master key from the data folder, or creates it on the first start. All machines of a site need the same file. */
export async function openSecrets(dataDir: string, now: () => number = Date.now): Promise<OpenSecrets> {
  const file = join(dataDir, masterKeyFile)
  makeFolder(dataDir)
  try {
    await writeFile(file, `${randomBytes(masterKeyBytes).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  let text: string | undefined
  const secrets = {} as OpenSecrets
  async function reload(): Promise<void> {
    const read = await readFile(file, 'utf8')
    if (read === text) return
    const [newest, ...previous] = parseMasterKeys(read, file)
    const derived = deriveSecrets(newest.master, previous, now)
    // The getters come with it: whoever holds these secrets uses the new ones.
    Object.defineProperties(secrets, Object.getOwnPropertyDescriptors(derived))
    text = read
  }
  await reload()
  return Object.defineProperty(secrets, 'reload', { value: reload })
}

/**
 * The first line is the master key. Every other line is one that was replaced, newest first, as `{key} until {time}`, such as
 * `2026-12-01T03:00:00Z`: what was recorded until then needs it (docs/decisions/019).
 */
export function parseMasterKeys(text: string, file: string): [PreviousKey, ...PreviousKey[]] {
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

/** How long what was made with a master key may still be shown: twice the life of the longest token. */
export const tokenOverlapMs = 24 * 60 * 60_000

/**
 * `previous` are the master keys that this one replaced, newest first. One that is replaced at a time to come is in use until then, so that
 * all processes change at the same moment.
 */
export function deriveSecrets(
  master: Uint8Array,
  previous: readonly PreviousKey[] = [],
  now: () => number = Date.now,
): Secrets {
  const keys = [...previous.toReversed(), { master, untilMs: endless }]
  const derive = (use: string, from: Uint8Array, bytes = 32) =>
    Buffer.from(hkdfSync('sha256', from, 'waggle', use, bytes))
  const fingerprints = keys.map((key) => fingerprintOf(key.master))
  const inUseAt = (timeMs: number) => keys.findIndex(({ untilMs }) => timeMs < untilMs)
  const ringOf = (use: string, bytes?: number): KeyRing => {
    const derived = keys.map((key) => derive(use, key.master, bytes))
    const at = (index: number) => derived[index] ?? derived[derived.length - 1]!
    return {
      get current() {
        return at(inUseAt(now()))
      },
      get all() {
        return [this.current, ...derived.filter((key) => key !== this.current)]
      },
      of: ({ fingerprint, atMs }) => at(fingerprint === undefined ? inUseAt(atMs) : fingerprints.indexOf(fingerprint)),
    }
  }
  const tokenRingOf = (use: string): KeyRing => {
    const ring = ringOf(use)
    const derived = keys.map((key) => ({ key: derive(use, key.master), untilMs: key.untilMs }))
    return {
      get current() {
        return ring.current
      },
      get all() {
        const isAccepted = ({ untilMs }: { untilMs: number }) => now() < untilMs + tokenOverlapMs
        return derived
          .toReversed()
          .filter(isAccepted)
          .map(({ key }) => key)
      },
      of: ring.of,
    }
  }
  return {
    challenge: tokenRingOf('challenge'),
    streamKey: ringOf('stream-key'),
    hlsToken: tokenRingOf('hls-token'),
    firstPicture: tokenRingOf('first-picture'),
    download: tokenRingOf('download'),
    entrance: ringOf('entrance'),
    hlsKeys: keys.map((key) => ({ secret: derive('hls-key', key.master), untilMs: key.untilMs })),
    webhook: ringOf('webhook'),
    push: ringOf('push', 48),
    egress: derive('egress', keys[0]!.master),
    noticeProof: derive('notice-proof', master),
    get currentFingerprint() {
      return fingerprints[inUseAt(now())] ?? ''
    },
    fingerprint: fingerprintOf(master),
    previousFingerprints: previous.map((key) => fingerprintOf(key.master)),
  }
}

export function fingerprintOf(master: Uint8Array): string {
  return Buffer.from(hkdfSync('sha256', master, 'waggle', 'fingerprint', 32))
    .toString('hex')
    .slice(0, 16)
}

/** Compares what was shown with a secret, in the same time whatever it is. */
export function isSame(shown: string, secret: string): boolean {
  const [a, b] = [Buffer.from(shown), Buffer.from(secret)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export function hmacSha256(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
