import { setPriority } from 'node:os'
import { serveRequests } from '../servers/bench-child.ts'
import { askAgainAndAgain, readSlowly } from './flood-connections.ts'
import type { FloodPlan, FloodReport } from './flood-plan.ts'
import { resetStreams } from './stream-resets.ts'

// Makes floods, in a process of its own with the lowest priority: on a machine with two cores it must not take the server's time.

setPriority(19)
let current: FloodPlan | undefined
serveRequests({ port: 0 }, (request) => {
  // Segments come and go.
  if (request.kind === 'newer segments') Object.assign(current ?? {}, { segments: request.segments })
  else return flood(request.plan as FloodPlan)
})

async function flood(plan: FloodPlan): Promise<FloodReport> {
  current = plan
  const report: FloodReport = { requests: 0, bytes: 0, statuses: {}, closed: 0 }
  const endsAtMs = performance.now() + plan.seconds * 1000
  const isOver = () => performance.now() >= endsAtMs
  const connections = plan.addresses.flatMap((address) => Array<string>(plan.connectionsPerAddress).fill(address))
  await Promise.all(
    connections.map((address, index) => {
      if (plan.kind === 'resets') return resetStreams(plan, report, address, isOver)
      if (plan.kind !== 'slow reads') return askAgainAndAgain(plan, report, address, isOver)
      return readSlowly(plan, report, { address, readsNothing: index % 2 === 0 }, isOver)
    }),
  )
  return report
}
