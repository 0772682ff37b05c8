import { z } from 'zod'
import { epochMs } from '../fields.ts'

const processName = z.string().meta({ description: 'The name of the process' })

/** What is said of each kind of alert. It goes out by mail and webhook, so nothing secret belongs into it. */
export const alertFacts = {
  /** Key: what the report is about. Cleared when nothing is open any more. */
  report: z.object({
    thing: z.string().meta({ description: 'What is reported: broadcast, replay, account and so on' }),
    username: z.string().meta({ description: 'Whose it is' }),
  }),
  /** Key: period and step. */
  budget: z.object({
    period: z.enum(['day', 'month']),
    percent: z.int().meta({ description: 'The step that was reached: 50, 80 or 100' }),
  }),
  /** Key: process and disk. */
  disk: z.object({
    process: processName,
    disk: z.enum(['data', 'recordings']),
    freeBytes: z.int(),
    sizeBytes: z.int(),
  }),
  /** A process that is not heard of. Key: its name. */
  process: z.object({ process: processName, lastSeenAt: epochMs }),
  /** Something that a process needs does not work. Key: process and part. */
  part: z.object({
    process: processName,
    part: z.enum(['database', 'sharedState', 'clock', 'fileHandles', 'hive', 'otherProcesses', 'recordingStore']),
    reason: z.string(),
  }),
  /** Key: process and certificate. */
  certificate: z.object({
    certificate: z.enum(['site', 'rtmps']),
    name: z.string().meta({ description: 'The host that the certificate is for, or the process that uses it' }),
    expiresAt: epochMs,
  }),
  /** Recording has stopped. Key: the process. */
  recording: z.object({ process: processName, broadcasts: z.int() }),
} as const

export type AlertKind = keyof typeof alertFacts
export type AlertFacts = { [Kind in AlertKind]: z.infer<(typeof alertFacts)[Kind]> }
export const alertKinds = Object.keys(alertFacts) as AlertKind[]

/** What needs the operator, since when. */
export type Alert = { [Kind in AlertKind]: { kind: Kind; facts: AlertFacts[Kind]; since: number } }[AlertKind]

/** Of a kind that happens, and is not well again later. */
export function isEvent(kind: AlertKind): boolean {
  return kind === 'report' || kind === 'budget'
}
