import { measureNodeClocks } from '@waggle/hive/node-clocks'
import type { Config } from '../../config/config.ts'
import { readDatabaseClock } from '../../db/clock.ts'
import { connectDatabase } from '../../db/open.ts'
import { createClockCheck, type ReferenceClock } from '../../http/health/clock-check.ts'
import { type Examination, reasonOf } from './examination.ts'

type Settings = Pick<Config, 'hive' | 'databaseUrl' | 'dataDir'>

/** Compares the machine's clock with those that `/readyz` compares it with. */
export async function examineClock({ hive, databaseUrl, dataDir }: Settings): Promise<Examination> {
  const title = 'clock'
  const references: ReferenceClock[] = []
  if (hive.chain === 'mainnet') {
    references.push({
      name: "the Hive nodes'",
      readOffset: () => measureNodeClocks({ nodes: hive.nodes, now: Date.now }),
    })
  }
  if (databaseUrl !== undefined) {
    references.push({
      name: "the database server's",
      async readOffset() {
        const db = connectDatabase({ databaseUrl, dataDir })
        try {
          const askedAtMs = Date.now()
          const timeMs = await readDatabaseClock(db)
          return timeMs === undefined ? undefined : timeMs - (askedAtMs + Date.now()) / 2
        } finally {
          await db.destroy()
        }
      },
    })
  }
  if (references.length === 0) return { title, mistakes: [], leftOut: 'the sandbox has nothing to compare it with' }
  try {
    await createClockCheck(references, Date.now)()
    return { title, mistakes: [] }
  } catch (error) {
    const sentence = reasonOf(error)
    return { title, mistakes: [`${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}.`] }
  }
}
