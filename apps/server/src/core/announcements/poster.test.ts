import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sandboxPrivateKey } from '@waggle/hive/sandbox/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ConfigError } from '../../lib/startup/config-error.ts'
import { removeFolder, temporaryFolder } from '../../testing/engines/private-process.ts'
import { openPoster } from './poster.ts'

const mainnet = { chain: 'mainnet' as const, nodes: [], posterAccount: 'waggle' }
const key = sandboxPrivateKey('waggle', 'posting').toString()
let folder: string

beforeAll(async () => {
  folder = await temporaryFolder('poster')
})
afterAll(() => removeFolder(folder))

it('takes its key from the settings, from a file, or on the sandbox chain from its name', async () => {
  expect(key).toMatch(/^5[1-9A-HJ-NP-Za-km-z]{50}$/)
  const file = join(folder, 'key')
  await writeFile(file, `${key}\n`)
  for (const hive of [
    { ...mainnet, posterKey: { value: key } },
    { ...mainnet, posterKey: { file } },
    { chain: 'sandbox' as const, posterAccount: 'waggle' },
  ]) {
    const poster = await openPoster(hive)
    expect(poster?.account).toBe('waggle')
    // Nothing that could be logged contains the key.
    expect(JSON.stringify(poster)).not.toContain(key)
  }
  expect(await openPoster({ ...mainnet, posterKey: undefined })).toBeUndefined()
})

it('refuses an unusable key without showing it', async () => {
  const damaged = `${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`
  const file = join(folder, 'damaged')
  await writeFile(file, damaged)
  for (const posterKey of [{ value: damaged }, { file }, { file: join(folder, 'none') }]) {
    const error = await openPoster({ ...mainnet, posterKey }).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(ConfigError)
    expect(String(error)).toMatch(/WAGGLE_POSTER_KEY/)
    expect(String((error as Error).stack) + String((error as Error).cause)).not.toContain(damaged)
  }
})
