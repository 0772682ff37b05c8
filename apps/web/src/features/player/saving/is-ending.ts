const endingSteps = ['members', 'stopped'] as const

export type EndingStep = (typeof endingSteps)[number]

/** Whether the site has stopped sending to this viewer. */
export function isEnding(step: string | null): step is EndingStep {
  return endingSteps.some((ending) => ending === step)
}
