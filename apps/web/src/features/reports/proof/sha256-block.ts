/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4 section 4.2.2). */
const roundConstants = Int32Array.from(
  primes(64).map((prime) => Math.floor((Math.cbrt(prime) % 1) * 2 ** 32)),
  (word) => word | 0,
)
/** Of the square roots of the first eight (section 5.3.3). */
const start = primes(8).map((prime) => Math.floor((Math.sqrt(prime) % 1) * 2 ** 32) | 0)

const schedule = new Int32Array(64)

/**
 * The first word of the SHA-256 of one block of 16 words, which has its padding already. The browser's own SHA-256 answers later, and takes
 * twenty times as long for something so short.
 */
export function sha256FirstWord(block: Int32Array): number {
  schedule.set(block)
  for (let t = 16; t < 64; t += 1) {
    const near = schedule[t - 2]!
    const far = schedule[t - 15]!
    const small1 = ((near >>> 17) | (near << 15)) ^ ((near >>> 19) | (near << 13)) ^ (near >>> 10)
    const small0 = ((far >>> 7) | (far << 25)) ^ ((far >>> 18) | (far << 14)) ^ (far >>> 3)
    schedule[t] = (small1 + schedule[t - 7]! + small0 + schedule[t - 16]!) | 0
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = start
  for (let t = 0; t < 64; t += 1) {
    const big1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const first = (h + big1 + ((e & f) ^ (~e & g)) + roundConstants[t]! + schedule[t]!) | 0
    const big0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const second = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  return (a + start[0]!) | 0
}

function primes(count: number): number[] {
  const found: number[] = []
  for (let n = 2; found.length < count; n += 1) if (found.every((prime) => n % prime !== 0)) found.push(n)
  return found
}
