import { randomFillSync } from 'node:crypto'

/** Asking the system for random bytes takes as long for many as for a few, and some calls make 200 ids. */
const pool = Buffer.alloc(4096)
let used = pool.length

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'

/** A random id of lower-case letters and digits. 20 characters carry 103 bits. */
export function randomId(length = 20): string {
  let id = ''
  while (id.length < length) {
    const byte = nextRandomByte()
    // 252 is the largest multiple of 36 in a byte: larger values would favour the first characters.
    if (byte < 252) id += alphabet[byte % 36]
  }
  return id
}

/** Each byte is given out once, and then wiped: the id may be a secret. */
function nextRandomByte(): number {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const byte = pool[used]!
  pool[used] = 0
  used += 1
  return byte
}
