import { attackCalls, attackSockets, seeded } from '../../apps/server/src/testing/chat/chat-attacks.ts'
import { newSession } from '../../e2e/support/server/account.ts'
import { startSite } from '../../e2e/support/server/site.ts'
import { readProcessFigures } from '../support/processes/process-figures.ts'

// `npm run fuzz:chat -- 1000000` sends that many malformed calls and packets to a server in a process of its own. It exits with an
// error when the server ended, answered with a 5xx status, logged an error, or kept growing.
const total = Number(process.argv[2] ?? 1_000_000)
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31)
const slices = 20
/** The rest are packets, which are cheaper. */
const callShare = 0.2
/** T21: memory is flat when it stays within 20 MB. */
const growthMaxMb = 20

const site = await startSite({ WAGGLE_TRANSCODE: 'off' })
const target = { url: site.url, token: await newSession(site.url, 'erin'), random: seeded(seed) }
console.log(`seed ${seed}`)
const memoryMb: number[] = []
let serverErrors = 0
try {
  for (let slice = 1; slice <= slices; slice += 1) {
    const [calls] = await Promise.all([
      attackCalls(target, Math.ceil((total / slices) * callShare)),
      attackSockets(target, Math.ceil((total / slices) * (1 - callShare))),
    ])
    for (const error of calls.serverErrors.slice(0, 5)) console.error(error)
    serverErrors += calls.serverErrors.length
    memoryMb.push(readProcessFigures(site.process.pid ?? 0).residentKb / 1024)
    console.log(
      `${slice}/${slices}: ${memoryMb.at(-1)?.toFixed(0)} MB, statuses ${JSON.stringify([...calls.statuses])}`,
    )
  }
} finally {
  await site.remove()
}
// Memory rises between garbage collections, so the minima of two periods are compared. The first quarter is the warm-up.
const least = (from: number, to: number) => Math.min(...memoryMb.slice(from * slices, to * slices))
const growthMb = least(0.625, 1) - least(0.25, 0.625)
const loggedErrors = site.output().match(/"level":(50|60)/g)?.length ?? 0
console.log(
  `${total} sent, ${serverErrors} 5xx responses, ${loggedErrors} errors logged, memory grew by ${growthMb.toFixed(1)} MB`,
)
process.exit(serverErrors === 0 && loggedErrors === 0 && growthMb < growthMaxMb ? 0 : 1)
