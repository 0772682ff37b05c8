import type { Alert } from '@waggle/contract/site-health/alerts'

/** The part of the console that an alert is about. Disks and what does not work are shown with their process. */
export function sectionOf(alert: Alert): 'reports' | 'cost' | 'health' {
  if (alert.kind === 'report') return 'reports'
  return alert.kind === 'budget' ? 'cost' : 'health'
}

/** The process that an alert is about. */
export function processOf(alert: Alert): string | undefined {
  if (alert.kind === 'report' || alert.kind === 'budget') return undefined
  return alert.kind === 'certificate' ? alert.facts.name : alert.facts.process
}
