import { attackCalls, attackSockets, seeded } from '../apps/server/src/testing/chat-attacks.ts'
import { signAs, startTestSite } from '../apps/server/src/testing/site.ts'

// `npm run fuzz:chat -- 1000000`: so many malformed calls and packets together, at a server in this process. It ends with an
// error when a call was answered with a 5xx or memory kept growing; a crash ends it by itself.
const total = Number(process.argv[2] ?? 1_000_000)
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31)
const slices = 20
const growthMaxMb = 60

const site = await startTestSite()
const { challenge } = (await site.request('GET', '/api/auth/challenge')).json
const proof = { username: 'erin', challenge, signature: await signAs('erin', challenge) }
const { token } = (await site.request('POST', '/api/auth/hive', { body: proof })).json
const target = { url: site.url, token, random: seeded(seed) }
console.log(`seed ${seed}`)
const memoryMb: number[] = []
let serverErrors = 0
for (let slice = 1; slice <= slices; slice += 1) {
  const [calls] = await Promise.all([
    attackCalls(target, Math.ceil(total / slices / 2)),
    attackSockets(target, Math.ceil(total / slices / 2)),
  ])
  for (const error of calls.serverErrors.slice(0, 5)) console.error(error)
  serverErrors += calls.serverErrors.length
  globalThis.gc?.()
  memoryMb.push(process.memoryUsage().rss / 2 ** 20)
  console.log(`${slice}/${slices}: ${memoryMb.at(-1)?.toFixed(0)} MB, statuses ${JSON.stringify([...calls.statuses])}`)
}
await site.close()
// The first quarter is for code and caches to warm up.
const growthMb = memoryMb.at(-1)! - memoryMb[slices / 4]!
console.log(`${total} sent, ${serverErrors} answers of 5xx, memory grew by ${growthMb.toFixed(0)} MB`)
process.exit(serverErrors === 0 && growthMb < growthMaxMb ? 0 : 1)
