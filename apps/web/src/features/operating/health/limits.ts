import type { ProcessStatus } from '@waggle/contract/site-health/endpoints'

/** Above these a process is in trouble. Fault F21: an event loop that is later is felt. */
export const lateMs = 200
/** Of all cores: encoders and viewers wait for each other. */
export const busyShare = 0.9

const fewDays = 3
export const manyDays = 365

/** Whether a disk is nearly full. */
export function isShort(daysUntilFull: number | null): boolean {
  return daysUntilFull !== null && daysUntilFull < fewDays
}

/** Whether anything about a process is shown in red. */
export function isTroubled({
  state,
  parts,
  eventLoopMs,
  processorShare,
  disks,
  roles,
  ffmpeg,
}: Pick<ProcessStatus, 'state' | 'parts' | 'eventLoopMs' | 'processorShare' | 'disks' | 'roles' | 'ffmpeg'>): boolean {
  return (
    state === 'silent' ||
    parts.some(({ problem }) => problem !== null) ||
    eventLoopMs > lateMs ||
    (processorShare ?? 0) > busyShare ||
    disks.some(({ daysUntilFull }) => isShort(daysUntilFull)) ||
    (roles.includes('media') && ffmpeg === 'missing')
  )
}
