/** What the guard does, the mildest first. What a step does, the later ones do too. */
export const guardSteps = ['open', 'no-real-time', 'lower-quality', 'waiting', 'members', 'stopped'] as const
export type GuardStep = (typeof guardSteps)[number]

/** From which part of a budget, or of a share of it, each step is taken. */
const begins: Record<GuardStep, number> = {
  open: 0,
  'no-real-time': 0.6,
  'lower-quality': 0.7,
  waiting: 0.8,
  members: 0.95,
  stopped: 1,
}

/** `used` is the part of the budget that is used up: 1 for all of it. */
export function stepOf(used: number): GuardStep {
  return guardSteps.findLast((step) => used >= begins[step]) ?? 'open'
}

export function beginOf(step: GuardStep): number {
  return begins[step]
}

/** Whether the guard does now what `step` says. */
export function hasReached(now: GuardStep, step: GuardStep): boolean {
  return guardSteps.indexOf(now) >= guardSteps.indexOf(step)
}
