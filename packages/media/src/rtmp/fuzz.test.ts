import { describe, expect, it } from 'vitest'
import { parseAacConfiguration } from '../codecs/aac.ts'
import { parseAv1Configuration } from '../codecs/av1.ts'
import { parseAvcConfiguration } from '../codecs/avc.ts'
import { parseHevcConfiguration } from '../codecs/hevc.ts'
import { parseOpusConfiguration } from '../codecs/opus.ts'
import { sessionSeeds } from './corpus/seeds.ts'
import { handshakePacketBytes } from './handshake.ts'
import { defaultRtmpLimits } from './limits.ts'
import { createMediaIntake } from './media-intake.ts'
import { ProtocolError } from './protocol-error.ts'
import { createSession } from './session.ts'
import { aacConfig, av1Record, avcRecord, hevcRecord, opusHeader } from './testing/media-messages.ts'

/** Numbers of 0 to 2^32 - 1, the same for the same seed (a 32-bit xorshift). */
function createRandom(seed: number) {
  let state = seed || 1
  return (below: number): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

type Random = ReturnType<typeof createRandom>

const interesting = [0, 1, 2, 3, 4, 8, 9, 0x0a, 0x14, 0x7f, 0x80, 0xc3, 0xc4, 0xff]

function mutate(seed: Buffer, random: Random): Buffer {
  let bytes = Buffer.from(seed)
  for (let count = 1 + random(6); count > 0; count--) {
    const at = random(Math.max(1, bytes.length))
    const kind = random(5)
    if (kind === 0) bytes[at] = random(256)
    else if (kind === 1) bytes[at] = interesting[random(interesting.length)]!
    else if (kind === 2) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random(20))])
    else if (kind === 3)
      bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(random(at + 1), at), bytes.subarray(at)])
    else bytes = bytes.subarray(0, at)
  }
  return bytes
}

const handshake = Buffer.concat([Buffer.of(3), Buffer.alloc(2 * handshakePacketBytes)])

/** Runs one conversation to its end; returns what it held, or throws what is not a ProtocolError. */
function converse(bytes: Buffer, random: Random): void {
  let sentBytes = 0
  const problems: string[] = []
  const intake = createMediaIntake({
    config: () => undefined,
    sample: ({ dtsMs, ptsMs, data }) => {
      if (!Number.isSafeInteger(dtsMs) || dtsMs < 0 || !Number.isSafeInteger(ptsMs) || data.length === 0)
        problems.push(`${dtsMs} ${ptsMs}`)
    },
  })
  const session = createSession({
    limits: defaultRtmpLimits,
    send: (sent) => {
      sentBytes += sent.length
    },
    onHandshake: () => undefined,
    onPublish: () => (random(8) ? session.accept() : session.refuse('no')),
    onMedia: (message) => void intake.receive(message),
    onUnpublish: () => undefined,
    onRefused: () => undefined,
  })
  try {
    session.receive(handshake)
    for (let position = 0; position < bytes.length; ) {
      const end = position + 1 + random(random(2) ? 5000 : 50)
      session.receive(bytes.subarray(position, end))
      position = end
    }
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
  }
  expect(problems).toEqual([])
  // An answer is never much longer than its question: nobody is amplified.
  expect(sentBytes).toBeLessThan(4 * bytes.length + 4000)
}

/** `npm run fuzz` runs longer, and every time elsewhere; here the runs are the same each time as far as time allows. */
const msPerSeed = Number(process.env.WAGGLE_FUZZ_SECONDS_PER_SEED ?? 1) * 1000
/** On a machine that has no time for us. */
const fewestRuns = 100
const firstRun = Number(process.env.WAGGLE_FUZZ_FIRST_RUN ?? 0)

describe('[T23] mutated sessions end in a ProtocolError or not at all', () => {
  it.each(Object.keys(sessionSeeds))(
    '%s',
    (name) => {
      const untilMs = performance.now() + msPerSeed
      const seed = sessionSeeds[name]!
      let runs = 0
      for (; performance.now() < untilMs || runs < fewestRuns; runs++) {
        // Time of this thread, not of a machine that others use.
        const before = process.threadCpuUsage()
        const random = createRandom(firstRun + runs * 7919 + 1)
        const mutated = mutate(seed, random)
        try {
          converse(mutated, random)
        } catch (error) {
          throw new Error(`run ${firstRun} + ${runs} of ${name}: ${mutated.toString('base64')}`, { cause: error })
        }
        const { user, system } = process.threadCpuUsage(before)
        const tookMs = (user + system) / 1000
        if (tookMs > 1000) throw new Error(`run ${firstRun} + ${runs} of ${name} took ${tookMs} ms`)
      }
    },
    msPerSeed + 20_000,
  )

  it.each([
    ['AVC configurations', avcRecord, parseAvcConfiguration],
    ['HEVC configurations', hevcRecord, parseHevcConfiguration],
    ['AV1 configurations', av1Record, (record: Buffer) => parseAv1Configuration(record)],
    ['Opus headers', opusHeader, (header: Buffer) => parseOpusConfiguration(header, 960)],
    ['AAC configurations', Buffer.concat([aacConfig, Buffer.alloc(20)]), parseAacConfiguration],
  ] as const)('%s end in a RangeError or not at all', (_, seed, parse) => {
    for (let run = 0; run < 20_000; run++) {
      const mutated = mutate(seed, createRandom(run + 1))
      try {
        parse(mutated)
      } catch (error) {
        if (!(error instanceof RangeError)) throw new Error(mutated.toString('hex'), { cause: error })
      }
    }
  })
})
