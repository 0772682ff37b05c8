import { z } from 'zod'
import { signedIn } from '../auth/errors.ts'
import { epochMs, oneLine, streamId, success } from '../fields.ts'

const budget = z.object({
  limitBytes: z.int().meta({ description: 'With what operators have added' }),
  usedBytes: z.int(),
  forecastBytes: z.int().meta({ description: 'What it will be at the end, if it goes on like this' }),
  endsAt: epochMs,
})

const watched = z.object({
  streamId: z.string(),
  username: z.string(),
  title: z.string(),
  bytes: z.int().meta({ description: 'Today' }),
  estimatedBytes: z.int().meta({ description: 'The part of them that nobody has counted: viewers times bit rate' }),
  viewerHours: z.number().meta({ description: 'Of the whole broadcast' }),
  dollars: z.number().nullable().meta({ description: 'What it has cost so far; null without a price' }),
  dollarsPerViewerHour: z.number().nullable(),
})

const operating = [...signedIn, 'not_operating', 'operating_proof_required'] as const

/** What the site sends and what it costs, for the people who run it, and the reports of edges (rules EGRESS-7 and EGRESS-8). */
export const egressEndpoints = {
  getEgress: {
    summary: 'What the site has sent, what it may send, what it costs, and what the guard does now',
    auth: 'session',
    cache: 'no-store',
    response: z.object({
      step: z.enum(['open', 'no-real-time', 'lower-quality', 'waiting', 'members', 'stopped']),
      day: budget.nullable().meta({ description: 'Null without a budget for a day' }),
      month: budget.nullable(),
      today: z.object({ sentBytes: z.int(), edgeBytes: z.int(), estimatedBytes: z.int() }),
      days: z
        .array(z.object({ day: z.string().meta({ example: '2026-11-21' }), bytes: z.int() }))
        .meta({ description: 'The last 30 days, or fewer on a new site; today is the last' }),
      bytesPerSecond: z.int().meta({ description: 'The mean of the last minutes' }),
      dollarsPerGigabyte: z.number().nullable(),
      edges: z.array(z.object({ edge: z.string(), reportedAt: epochMs })),
      broadcasts: z.array(watched).meta({ description: 'Those that took the most today' }),
    }),
    errors: operating,
  },
  raiseEgressBudget: {
    summary: 'Add to what the site may send today. For operators',
    auth: 'session',
    body: z.object({ gigabytes: z.number().positive().max(1_000_000), note: oneLine(200).default('') }),
    response: success,
    errors: [...operating, 'operators_only', 'no_budget', 'invalid_request', 'rate_limited'],
  },
  reportEgress: {
    summary:
      'What an edge has sent, in numbered batches, with the secret of WAGGLE_EDGE_SECRET in the header x-waggle-edge. Each batch counts once',
    auth: 'none',
    body: z.object({
      edge: z
        .string()
        .regex(/^[A-Za-z0-9.:-]{1,64}$/)
        .meta({ description: 'The name of the edge' }),
      run: z
        .string()
        .regex(/^[A-Za-z0-9_-]{8,64}$/)
        .meta({ description: 'A random name for each start of its reader' }),
      batch: z.int().min(1).max(2_000_000_000).meta({ description: 'Counts up from 1 in each run' }),
      sent: z
        .array(
          z.object({
            address: z.string().max(64).optional().meta({ description: "The viewer's address" }),
            streamId: streamId.optional().meta({ description: 'What it was part of' }),
            bytes: z.int().min(0).max(1e15),
          }),
        )
        .max(500),
    }),
    response: z.object({ isRepeated: z.boolean().meta({ description: 'It was counted before' }) }),
    errors: ['edge_unknown', 'batch_out_of_order', 'invalid_request', 'rate_limited'],
  },
} as const

export type EgressReport = z.output<(typeof egressEndpoints)['getEgress']['response']>
