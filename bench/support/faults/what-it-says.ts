import type { ProcessStatus } from '@waggle/contract/site-health/endpoints'
import type { ServerProcess } from '../../../apps/server/src/testing/server-process.ts'
import { signAs } from '../../../apps/server/src/testing/site-client.ts'

const intervalMs = 500

/** Asks `/readyz` of every process, and the console at the first one as its operator, twice a second. */
export async function watchWhatItSays(sites: readonly ServerProcess[], operator: string) {
  const [console] = sites
  if (!console) throw new Error('there is no process')
  const token = await console.signIn(operator)
  const { challenge } = (await console.request('GET', `/api/auth/challenge?purpose=operate&username=${operator}`)).json
  const proof = { username: operator, challenge, signature: await signAs(operator, challenge) }
  await console.request('POST', '/api/operate/rights', { token, body: proof })
  let startedMs = performance.now()
  /** What was said, and the seconds at which it was said first and last. */
  const said = new Map<string, { first: number; last: number }>()

  function note(what: string): void {
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10
    said.set(what, { first: said.get(what)?.first ?? seconds, last: seconds })
  }

  async function ask(): Promise<void> {
    for (const site of sites) {
      const answer = await site.request('GET', '/readyz').catch(() => undefined)
      note(`/readyz ${answer?.status ?? 'without an answer'}`)
    }
    const answer = await console?.request('GET', '/api/operate/health', { token }).catch(() => undefined)
    if (answer?.status !== 200) return note(`console ${answer?.status ?? 'without an answer'}`)
    const { processes, alerts } = answer.json as { processes: ProcessStatus[]; alerts: { kind: string }[] }
    const broken = processes.flatMap(({ parts }) => parts.filter(({ problem }) => problem !== null))
    for (const { part, problem } of broken) note(`console: ${part}: ${problem}`)
    for (const { kind } of alerts) note(`console: alert '${kind}'`)
    if (broken.length === 0) note('console: all well')
  }
  let isOver = false
  const asking = (async () => {
    while (!isOver) await Promise.all([ask(), new Promise((resolve) => setTimeout(resolve, intervalMs))])
  })()

  return {
    /** From now on. */
    begin(): void {
      said.clear()
      startedMs = performance.now()
    },
    /** One line for each thing that was said. */
    lines: () => [...said].map(([what, { first, last }]) => `${what} (from second ${first} to ${last})`),
    async stop(): Promise<void> {
      isOver = true
      await asking
    },
  }
}
