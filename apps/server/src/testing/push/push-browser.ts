import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'

/** The keys of a browser, and what a message for them says. */
export function createPushBrowser() {
  const pair = createECDH('prime256v1')
  const ownKey = pair.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: ownKey.toString('base64url'), auth: auth.toString('base64url') },
    /** Reads a body by RFC 8188 and RFC 8291, apart from the server's own code. Throws where it is for somebody else. */
    read(body: Buffer): string {
      const salt = body.subarray(0, 16)
      const idBytes = body.readUInt8(20)
      const theirKey = body.subarray(21, 21 + idBytes)
      const record = body.subarray(21 + idBytes)
      if (record.length > body.readUInt32BE(16)) throw new Error('there is more than one record')
      const secret = hkdfSync('sha256', pair.computeSecret(theirKey), auth, info(ownKey, theirKey), 32)
      const derived = (label: string, bytes: number) =>
        Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, Buffer.from(`Content-Encoding: ${label}\0`), bytes))
      const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
      decipher.setAuthTag(record.subarray(-16))
      const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
      const end = padded.lastIndexOf(2)
      if (padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('the padding is not zero')
      return padded.toString('utf8', 0, end)
    },
  }
}

function info(browserKey: Buffer, serverKey: Buffer): Buffer {
  return Buffer.concat([Buffer.from('WebPush: info'), Buffer.of(0), browserKey, serverKey])
}

/** What a header `authorization` says by RFC 8292; throws where its signature is wrong. */
export function readVapid(header = ''): { publicKey: string; claims: Record<string, unknown> } {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' } as never)
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('the signature is wrong')
  return { publicKey, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) }
}
