import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A key for each use, derived from the site's master key, so that a token for one use is invalid for every other. */
export interface Secrets {
  challenge: Buffer
  streamKey: Buffer
  hlsToken: Buffer
  hlsKey: Buffer
  webhook: Buffer
  /** Identifies the master key without revealing it. */
  fingerprint: string
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
  const text = (await readFile(file, 'utf8')).trim()
  if (!/^[0-9a-f]{64}$/.test(text)) {
    throw new Error(
      `${file} is damaged: put back the copy from your backup, or remove it (everyone then signs in anew).`,
    )
  }
  return deriveSecrets(Buffer.from(text, 'hex'))
}

export function deriveSecrets(master: Uint8Array): Secrets {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', master, 'waggle', use, 32))
  return {
    challenge: derive('challenge'),
    streamKey: derive('stream-key'),
    hlsToken: derive('hls-token'),
    hlsKey: derive('hls-key'),
    webhook: derive('webhook'),
    fingerprint: derive('fingerprint').toString('hex').slice(0, 16),
  }
}

export function hmacSha256(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
