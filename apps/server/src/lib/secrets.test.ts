import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keyNumberAt, keyPeriodMs } from '@waggle/contract/playback/hls-keys'
import { expect, it, onTestFinished } from 'vitest'
import { removeFolder, temporaryFolder } from '../testing/engines/private-process.ts'
import { hlsKey } from './playback/hls-keys.ts'
import { openSecrets, type Secrets } from './secrets.ts'

const old = 'a'.repeat(64)
const middle = 'b'.repeat(64)
const current = 'c'.repeat(64)

async function open(text?: string) {
  const folder = await temporaryFolder('secrets')
  onTestFinished(() => removeFolder(folder))
  await mkdir(folder, { recursive: true })
  if (text !== undefined) await writeFile(join(folder, 'master.key'), text)
  return { folder, secrets: await openSecrets(folder, () => Date.parse('2027-01-01T00:00:00Z')) }
}

/** What is made at the moment is made with these. */
function madeBy({ challenge, streamKey, hlsToken, download, webhook, fingerprint }: Secrets) {
  return { keys: [challenge, streamKey, hlsToken, download, webhook].map(({ current }) => current), fingerprint }
}

it('makes a master key at the first start, which is the same at the next', async () => {
  const { folder, secrets } = await open()
  expect(await readFile(join(folder, 'master.key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
  expect(madeBy(await openSecrets(folder))).toEqual(madeBy(secrets))
})

it('[REC-4] after two rotations, every period has the HLS key that it was encrypted with, on any machine with the file', async () => {
  const times = ['2026-12-01T00:00:00Z', '2026-06-01T00:00:10Z'] as const
  const [secondEnd, firstEnd] = times.map((time) => Date.parse(time)) as [number, number]
  const { secrets } = await open(`${current}\n${middle} until ${times[0]}\n${old} until ${times[1]}\n`)
  const keyAt = (timeMs: number) => hlsKey(secrets.hlsKeys, 'stream', keyNumberAt(timeMs))
  const keyOf = async (line: string, timeMs: number) =>
    hlsKey((await open(line)).secrets.hlsKeys, 'stream', keyNumberAt(timeMs))
  for (const [timeMs, line] of [
    [firstEnd - 90 * 24 * 3_600_000, old],
    // The rotation was in the middle of this period.
    [firstEnd - 5000, old],
    [firstEnd + 5000, old],
    [firstEnd + keyPeriodMs, middle],
    [secondEnd - 1, middle],
    [secondEnd, current],
    [secondEnd + keyPeriodMs, current],
  ] as const) {
    expect(keyAt(timeMs), new Date(timeMs).toISOString()).toEqual(await keyOf(line, timeMs))
  }
  const alone = (await open(current)).secrets
  expect(madeBy(secrets)).toEqual(madeBy(alone))
  expect(secrets.previousFingerprints).toEqual([
    (await open(middle)).secrets.fingerprint,
    (await open(old)).secrets.fingerprint,
  ])
})

it.each([
  ['nothing', ''],
  ['something else', 'secret'],
  ['an end of the current key', `${current} until 2026-12-01T00:00:00Z`],
  ['a previous key without an end', `${current}\n${old}`],
  ['a time that does not exist', `${current}\n${old} until 2026-13-01T00:00:00Z`],
  [
    'previous keys in the wrong order',
    `${current}\n${old} until 2026-06-01T00:00:00Z\n${middle} until 2026-12-01T00:00:00Z`,
  ],
])('refuses a file with %s', async (_what, text) => {
  await expect(open(text)).rejects.toThrow('is damaged')
})
