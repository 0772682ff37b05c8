import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { removeFolder, temporaryFolder } from '../testing/engines/private-process.ts'
import { storeIfAbsent } from './accounts/site.ts'
import { openDatabase } from './open.ts'

it('[T3] only the owner reads the files of the embedded database, in a folder that everyone may read', async () => {
  const umask = process.umask(0o022)
  const dataDir = await temporaryFolder('modes')
  onTestFinished(async () => {
    process.umask(umask)
    await removeFolder(dataDir)
  })
  await chmod(dataDir, 0o755)
  const db = await openDatabase({ dataDir })
  await storeIfAbsent(db, 'a', 'secret')
  const modeOf = async (name: string) => [name, ((await stat(join(dataDir, name))).mode & 0o777).toString(8)]
  const modes = await Promise.all((await readdir(dataDir)).sort().map(modeOf))
  await db.destroy()
  expect(modes).toEqual(['waggle.sqlite', 'waggle.sqlite-shm', 'waggle.sqlite-wal'].map((name) => [name, '600']))
})
