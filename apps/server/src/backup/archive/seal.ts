import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { promisify } from 'node:util'
import { BackupError } from '../backup-error.ts'

/** How the passphrase of an encrypted backup becomes its key, as its first line says. */
export interface Encryption {
  kdf: 'scrypt'
  n: number
  r: number
  p: number
  salt: string
  /** Tells a wrong passphrase from a damaged backup. */
  check: string
}

/** Seals the chunks of a backup, so that a changed, missing, added or moved byte is noticed; with a key also unreadable. */
export interface Seal {
  seal(chunk: Uint8Array, number: number, isLast: boolean): Buffer
  /** Undefined when the chunk is not the one that was sealed with this number. */
  open(sealed: Uint8Array, number: number, isLast: boolean): Buffer | undefined
}

export const tagBytes = 16
/** 128 MiB and about half a second for each guess (RFC 7914). */
const cost = { n: 2 ** 17, r: 8, p: 1 }
const costMax = 2 ** 18
const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

export async function newEncryption(passphrase: string): Promise<{ encryption: Encryption; key: Buffer }> {
  const salt = randomBytes(16)
  const { key, check } = await deriveKey(passphrase, salt, cost)
  return { encryption: { kdf: 'scrypt', ...cost, salt: salt.toString('hex'), check }, key }
}

/** The key of a backup. Throws BackupError when the passphrase is not the one it was made with. */
export async function openEncryption(encryption: Encryption, passphrase: string, name: string): Promise<Buffer> {
  const { kdf, n, r, p, salt } = encryption
  const isKnown = kdf === 'scrypt' && Number.isInteger(Math.log2(n)) && n <= costMax && r === 8 && p === 1
  if (!isKnown) throw new BackupError(`${name} is encrypted in a way that this Waggle does not know`)
  const { key, check } = await deriveKey(passphrase, Buffer.from(salt, 'hex'), { n, r, p })
  if (check !== encryption.check) throw new BackupError(`the passphrase does not open ${name}`)
  return key
}

async function deriveKey(passphrase: string, salt: Buffer, { n, r, p }: typeof cost) {
  const both = await derive(passphrase.normalize('NFKC'), salt, 64, { N: n, r, p, maxmem: 256 * n * r })
  const check = createHmac('sha256', both.subarray(32)).update('waggle backup').digest('hex').slice(0, 16)
  return { key: both.subarray(0, 32), check }
}

/** `header` is the backup's first line, which is sealed with every chunk. */
export function createSeal(header: Uint8Array, key: Buffer | undefined): Seal {
  return key ? encryptingSeal(header, key) : plainSeal(header)
}

/** AES-256-GCM. A key is used for one backup only, so that the number of the chunk is a nonce. */
function encryptingSeal(header: Uint8Array, key: Buffer): Seal {
  return {
    seal(chunk, number, isLast) {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number))
      cipher.setAAD(Buffer.concat([header, Buffer.of(Number(isLast))]))
      const parts = [cipher.update(chunk), cipher.final()]
      return Buffer.concat([...parts, cipher.getAuthTag()])
    },
    open(sealed, number, isLast) {
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number), { authTagLength: tagBytes })
      decipher.setAAD(Buffer.concat([header, Buffer.of(Number(isLast))]))
      decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - tagBytes)), decipher.final()])
      } catch {
        return undefined
      }
    },
  }
}

/** A digest, against accidents only: whoever can change the backup can make a new one. */
function plainSeal(header: Uint8Array): Seal {
  const tagOf = (chunk: Uint8Array, number: number, isLast: boolean) => {
    const hash = createHash('sha256')
      .update(header)
      .update(nonceOf(number))
      .update(Buffer.of(Number(isLast)))
    return hash.update(chunk).digest().subarray(0, tagBytes)
  }
  return {
    seal: (chunk, number, isLast) => Buffer.concat([chunk, tagOf(chunk, number, isLast)]),
    open(sealed, number, isLast) {
      const chunk = Buffer.from(sealed.subarray(0, sealed.length - tagBytes))
      const tag = sealed.subarray(sealed.length - tagBytes)
      return timingSafeEqual(tag, tagOf(chunk, number, isLast)) ? chunk : undefined
    },
  }
}

function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 4)
  return nonce
}
