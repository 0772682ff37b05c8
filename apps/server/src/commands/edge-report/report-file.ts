import { open, readFile, rename } from 'node:fs/promises'
import { z } from 'zod'
import { StartError } from '../../lib/startup/start-error.ts'

const sent = z.object({ address: z.string().optional(), streamId: z.string().optional(), bytes: z.number() })
const content = z.object({
  run: z.string(),
  nextBatch: z.int(),
  batches: z.array(z.object({ batch: z.int(), sent: z.array(sent) })),
  waiting: z.array(z.tuple([z.string(), z.number()])),
})

/** What a reader has to remember: the batches that the site may or may not have counted, and what is in none yet. */
export type ReportState = z.output<typeof content>

/** Undefined where there is none, and where it is damaged: what it had is then lost, and nothing is counted twice. */
export async function readState(file: string): Promise<ReportState | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new StartError(`${file} cannot be read (${error.code}): run the command as the user that it belongs to.`)
  })
  if (text === undefined) return undefined
  try {
    return content.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** On the disk when it resolves: either all of it, or what was there before. */
export async function writeState(file: string, state: ReportState): Promise<void> {
  const unfinished = `${file}.new`
  const handle = await open(unfinished, 'w', 0o600)
  try {
    await handle.writeFile(JSON.stringify(state))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(unfinished, file)
}
