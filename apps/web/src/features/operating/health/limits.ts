import type { Alert } from '@waggle/contract/site-health/alerts'
import type { ProcessStatus } from '@waggle/contract/site-health/endpoints'
import { processOf } from './section-of.ts'

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

type Named = { process: string }
/** What is wrong with a process. Kinds that the server alerts of, too, have its names. */
export type Fault = Named &
  (
    | { kind: 'process'; since: number }
    | { kind: 'part'; part: string; problem: string }
    | { kind: 'disk'; disk: ProcessStatus['disks'][number] }
    | { kind: 'ffmpeg' }
    | { kind: 'processor'; share: number }
    | { kind: 'eventLoop'; ms: number }
  )

const gravestFirst: readonly Fault['kind'][] = ['process', 'part', 'disk', 'ffmpeg', 'processor', 'eventLoop']

type Judged = Pick<
  ProcessStatus,
  'name' | 'state' | 'seenAt' | 'parts' | 'eventLoopMs' | 'processorShare' | 'disks' | 'roles' | 'ffmpeg'
>

/** Everything about these processes that is shown in red, the gravest first. */
export function faultsOf(processes: readonly Judged[]): Fault[] {
  const faults = processes.flatMap(
    ({ name: process, state, seenAt: since, parts, eventLoopMs: ms, processorShare, disks, roles, ffmpeg }) => {
      const share = processorShare ?? 0
      return [
        ...(state === 'silent' ? [{ process, kind: 'process', since } as const] : []),
        ...parts.flatMap(({ part, problem }) =>
          problem === null ? [] : [{ process, kind: 'part', part, problem } as const],
        ),
        ...disks
          .filter(({ daysUntilFull }) => isShort(daysUntilFull))
          .map((disk) => ({ process, kind: 'disk', disk }) as const),
        ...(roles.includes('media') && ffmpeg === 'missing' ? [{ process, kind: 'ffmpeg' } as const] : []),
        ...(share > busyShare ? [{ process, kind: 'processor', share } as const] : []),
        ...(ms > lateMs ? [{ process, kind: 'eventLoop', ms } as const] : []),
      ]
    },
  )
  return faults.sort((one, other) => gravestFirst.indexOf(one.kind) - gravestFirst.indexOf(other.kind))
}

/** Those with a fault before those that are well. */
export function faultyFirst<Process extends Judged>(processes: readonly Process[]): Process[] {
  const isFaulty = (process: Process) => Number(faultsOf([process]).length > 0)
  return processes.toSorted((one, other) => isFaulty(other) - isFaulty(one))
}

/** The faults that no alert tells of already. */
export function faultsBeside(alerts: readonly Alert[], processes: readonly Judged[]): Fault[] {
  return faultsOf(processes).filter((fault) => !alerts.some((alert) => tellsOf(alert, fault)))
}

/** Whether an alert is about this fault, and not about another disk or part of the same process. */
function tellsOf(alert: Alert, fault: Fault): boolean {
  if (processOf(alert) !== fault.process) return false
  if (alert.kind === 'disk') return fault.kind === 'disk' && alert.facts.disk === fault.disk.disk
  if (alert.kind === 'part') return fault.kind === 'part' && alert.facts.part === fault.part
  return alert.kind === fault.kind
}
