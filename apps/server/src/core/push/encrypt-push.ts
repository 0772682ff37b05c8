import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** RFC 8291 section 4: 'An application server MUST encrypt a push message with a single record'. Push services take 4096 bytes. */
const recordBytes = 4096
/** The delimiter octet of the last record (RFC 8188 section 2). */
const lastRecord = Buffer.of(2)

/** The keys of a browser, in base64url. */
export interface BrowserKeys {
  p256dh: string
  auth: string
}

/** What is random in a message. */
interface Randomness {
  salt: Uint8Array
  /** The private key of a pair that is for this message alone. */
  secret: Uint8Array
}

/** The body of a request to a push service: only the browser can read the text (RFC 8291). Throws where `p256dh` is no point of P-256. */
export function encryptPush(text: string, browser: BrowserKeys, given?: Randomness): Buffer {
  const pair = createECDH('prime256v1')
  if (given) pair.setPrivateKey(given.secret)
  else pair.generateKeys()
  const salt = given?.salt ?? randomBytes(16)
  const [ours, theirs] = [pair.getPublicKey(), Buffer.from(browser.p256dh, 'base64url')]
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const hkdf = (secret: Uint8Array, salted: Uint8Array, use: string | Uint8Array, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salted, use, bytes))
  const shared = hkdf(pair.computeSecret(theirs), Buffer.from(browser.auth, 'base64url'), info, 32)
  const derive = (use: string, bytes: number) => hkdf(shared, salt, `Content-Encoding: ${use}\0`, bytes)
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  const record = [cipher.update(text), cipher.update(lastRecord), cipher.final(), cipher.getAuthTag()]
  const head = Buffer.alloc(5)
  head.writeUInt32BE(recordBytes)
  head.writeUInt8(ours.length, 4)
  return Buffer.concat([salt, head, ours, ...record])
}

/** Whether these are keys that a message can be encrypted for. */
export function isBrowserKey(p256dh: string): boolean {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  try {
    pair.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}
