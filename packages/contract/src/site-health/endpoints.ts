import { z } from 'zod'
import { signedIn } from '../auth/errors.ts'
import { epochMs } from '../fields.ts'
import { type AlertKind, alertFacts } from './alerts.ts'

const milliseconds = z.number()
const share = z.number().min(0).max(1)

/** How a process of the site is, as it says itself every ten seconds. */
const processStatus = z.object({
  name: z.string().meta({ description: 'Its address where it has one, else its machine and port' }),
  roles: z.array(z.string()),
  version: z.string(),
  startedAt: epochMs,
  seenAt: epochMs.meta({ description: 'When it was last heard of' }),
  state: z
    .enum(['running', 'stopped', 'silent'])
    .meta({ description: 'Stopped in order, or not heard of for a minute' }),
  parts: z
    .array(z.object({ part: z.string(), problem: z.string().nullable(), checkMs: milliseconds.nullable() }))
    .meta({
      description:
        'What it needs: the database, Redis as sharedState, the clock, file handles, Hive nodes, other processes, the recording store',
    }),
  eventLoopMs: milliseconds.meta({
    description: 'How late its event loop was: the worst hundredth of the last ten seconds',
  }),
  processorShare: share.nullable().meta({
    description: 'Of all cores of its machine, by all programs, in the last ten seconds, 0 to 1; null where unknown',
  }),
  memoryBytes: z.int(),
  ffmpeg: z.enum(['works', 'missing', 'unused']),
  liveBroadcasts: z.int(),
  realTimeViewers: z.int(),
  chatSockets: z.int(),
  pausedRecordings: z.int(),
  disks: z.array(
    z.object({
      disk: z.enum(['data', 'recordings']),
      freeBytes: z.int(),
      sizeBytes: z.int(),
      daysUntilFull: z
        .number()
        .nullable()
        .meta({ description: 'As it filled in the last week; null while it does not' }),
      measuredDays: z.number().meta({ description: 'How long it was measured for that: seven days at most' }),
    }),
  ),
  certificates: z.array(z.object({ certificate: z.enum(['site', 'rtmps']), name: z.string(), expiresAt: epochMs })),
})
export type ProcessStatus = z.infer<typeof processStatus>

function alertOf<Kind extends AlertKind>(kind: Kind) {
  return z.object({ kind: z.literal(kind), facts: alertFacts[kind], since: epochMs })
}
const alert = z.discriminatedUnion('kind', [
  alertOf('report'),
  alertOf('budget'),
  alertOf('disk'),
  alertOf('process'),
  alertOf('part'),
  alertOf('certificate'),
  alertOf('recording'),
])

const operating = [...signedIn, 'not_operating', 'operating_proof_required'] as const

/** How the site is, for the people who run it (rule HEALTH-5). */
export const siteHealthEndpoints = {
  getSiteHealth: {
    summary: 'Every process of the site, and what needs the operator',
    auth: 'session',
    cache: 'no-store',
    response: z.object({
      processes: z.array(processStatus),
      alerts: z.array(alert),
      targets: z.array(z.enum(['webhook', 'mail'])).meta({ description: 'Where operators are told of alerts' }),
    }),
    errors: operating,
  },
  getSiteFigures: {
    summary: 'How many watched and were live over the last day, by minutes, or over the last 30 days, by hours',
    auth: 'session',
    cache: 'no-store',
    query: z.object({
      period: z
        .enum(['day', 'month'])
        .default('day')
        .meta({ description: 'The last day by minutes, or the last 30 days by hours' }),
    }),
    response: z.object({
      secondsEach: z.int().meta({ description: 'How long each stretch is. One is missing while the site did not run' }),
      samples: z.array(
        z.object({
          at: epochMs,
          viewers: z.int().meta({ description: 'The most at one moment, as all others' }),
          channels: z.int().meta({ description: 'That were live' }),
          eventLoopMs: milliseconds.nullable().meta({ description: 'Of the slowest process; null where unknown' }),
          processorShare: share.nullable().meta({ description: 'Of the busiest machine, 0 to 1; null where unknown' }),
        }),
      ),
    }),
    errors: [...operating, 'invalid_request'],
  },
  getSiteStorage: {
    summary: 'What the recordings of the site take, by channel, and what is deleted next',
    auth: 'session',
    cache: 'no-store',
    response: z.object({
      isRecording: z.boolean(),
      bytes: z.int(),
      maxBytes: z.int().nullable(),
      maxBytesPerChannel: z.int().nullable(),
      keepDays: z.int(),
      forecast: z.object({ daysUntilFull: z.int(), measuredDays: z.number() }).nullable().meta({
        description:
          'When maxBytes is reached if channels go on as in the last week, of which so much was measured; null while it will not be, or nobody knows',
      }),
      channels: z
        .array(z.object({ username: z.string(), bytes: z.int() }))
        .meta({ description: 'The largest first, a hundred at most' }),
      leaving: z
        .array(
          z.object({
            streamId: z.string(),
            username: z.string(),
            bytes: z.int(),
            endedAt: epochMs,
            reason: z.enum(['age', 'size of the channel', 'size of all recordings']),
          }),
        )
        .meta({ description: 'What is deleted in the next two days, or once a tenth more is recorded: fifty at most' }),
    }),
    errors: operating,
  },
} as const
