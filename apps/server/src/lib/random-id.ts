import { randomBytes } from 'node:crypto'

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'

/** A random id of lower-case letters and digits. 20 characters carry 103 bits. */
export function randomId(length = 20): string {
  let id = ''
  while (id.length < length) {
    for (const byte of randomBytes(length)) {
      // 252 is the largest multiple of 36 in a byte: larger values would favour the first characters.
      if (byte < 252 && id.length < length) id += alphabet[byte % 36]
    }
  }
  return id
}
