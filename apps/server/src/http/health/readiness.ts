import type { Log } from '../../lib/log.ts'
import { startPeriodicTask } from '../../lib/periodic-task.ts'
import { within } from '../../lib/within.ts'

/** Parts that the process needs, by name. A check rejects, with a sentence for the operator, while its part does not work. */
export type Checks = Readonly<Record<string, () => Promise<unknown>>>

/** Whether this process can work. Changes are logged, also while nobody asks. */
export interface Readiness {
  /** For each part 'ok', or what is wrong with it. */
  states(): Promise<Record<string, string>>
  isReady(): Promise<boolean>
  /** Adds parts without which the process can still work. */
  add(checks: Checks): void
  /** Not ready from now on: the process is about to end. */
  leave(): void
  /** How long the last check of each part took, in milliseconds. */
  readonly durationsMs: Readonly<Record<string, number>>
  close(): Promise<void>
}

/** Anyone may ask: the answer holds for a second, so that many questions are one check. */
const answerLifeMs = 1000

export function watchReadiness(
  needed: Checks,
  {
    log,
    pauseMs = 10_000,
    checkTimeoutMs = 5000,
    dispensable: initiallyDispensable = {},
  }: {
    log: Log
    pauseMs?: number
    checkTimeoutMs?: number
    /** The parts without which the process can still work. */
    dispensable?: Checks
  },
): Readiness {
  const dispensable = new Map(Object.entries(initiallyDispensable))
  let answer: Promise<Record<string, string>> | undefined
  const broken = new Set<string>()
  const durationsMs: Record<string, number> = {}

  async function stateOf(name: string, check: () => Promise<unknown>): Promise<string> {
    const startedMs = performance.now()
    try {
      const result = await within(
        check().then(() => 'ok'),
        checkTimeoutMs,
      )
      if (result === undefined) throw new Error(`no answer within ${checkTimeoutMs / 1000} s`)
      if (broken.delete(name)) log.info({ part: name }, 'works again')
      return result
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (!broken.has(name) && dispensable.has(name)) log.warn({ part: name, reason }, 'does not work')
      else if (!broken.has(name)) log.error({ part: name, reason }, 'not ready')
      broken.add(name)
      return `failed: ${reason}`
    } finally {
      durationsMs[name] = performance.now() - startedMs
    }
  }

  async function checkAll(): Promise<Record<string, string>> {
    const parts = [...Object.entries(needed), ...dispensable].map(async ([name, check]) => [
      name,
      await stateOf(name, check),
    ])
    return Object.fromEntries(await Promise.all(parts))
  }

  function states(): Promise<Record<string, string>> {
    answer ??= checkAll().finally(() => {
      setTimeout(() => (answer = undefined), answerLifeMs).unref()
    })
    return answer
  }

  let isLeaving = false

  async function isReady(): Promise<boolean> {
    if (isLeaving) return false
    return Object.entries(await states()).every(([part, state]) => state === 'ok' || dispensable.has(part))
  }

  function add(checks: Checks): void {
    for (const [name, check] of Object.entries(checks)) dispensable.set(name, check)
  }

  function leave(): void {
    isLeaving = true
  }

  const checking = startPeriodicTask(() => states().then(() => undefined), {
    pauseMs,
    onError: (error) => log.error({ error }, 'could not check whether this process is ready'),
    isBackground: true,
  })
  return { states, isReady, add, leave, durationsMs, close: () => checking.close() }
}
