import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { addEdgeBatch } from '../../db/egress/edge-batches.ts'
import { raiseBudget } from '../../db/egress/egress-raises.ts'
import type { EgressChange } from '../../db/egress/egress-totals.ts'
import { findChannelsOfStreams } from '../../db/egress/stream-channels.ts'
import { sharedBudget } from '../../http/egress/budget/egress-budget.ts'
import { isEdge } from '../../http/egress/own-process.ts'
import { limitCallsByAddress } from '../../http/limits/limit-calls.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { addressGroup } from '../../lib/network/address-group.ts'
import type { CoreContext } from '../context.ts'
import { requireOperator, requireRights } from '../operating/rights.ts'
import { egressReport } from './egress-report.ts'

/** Guesses of the secret. */
const wrongSecretLimit = { name: 'wrong-edge-secret', points: 20, perSeconds: 60 }
const gigabyte = 1e9

/** Costs for the people who run the site, and the reports of edges. */
export function egressRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, now, egress } = context

  route(app, context, 'getEgress', async ({ session }) => {
    await requireRights(context, session)
    return egressReport(context)
  })

  route(app, context, 'raiseEgressBudget', async ({ body: { gigabytes, note }, session }) => {
    await requireOperator(context, session)
    if (!sharedBudget(egress.use)) throw new Refusal('no_budget')
    const bytes = Math.round(gigabytes * gigabyte)
    const words = `${gigabytes} GB${note === '' ? '' : `: ${note}`}`
    await raiseBudget(db, { day: egress.ledger.period.day, bytes, takenBy: session.username, note: words }, now())
    await egress.refresh()
    return { success: true as const }
  })

  route(app, context, 'reportEgress', async ({ body, request }) => {
    if (!isEdge(request.raw, egress.settings.edgeSecret)) {
      await limitCallsByAddress(context, wrongSecretLimit, request)
      throw new Refusal('edge_unknown')
    }
    const { edge, run, batch, sent } = body
    const addresses = egress.addresses.edgeChanges(
      sumBy(sent, ({ address }) => (address && isIP(address) ? addressGroup(address) : undefined)),
    )
    const changes = [...(await changesOf(sent)), ...addresses]
    const answer = await addEdgeBatch(db, { edge, run, batch, changes }, now())
    if (!answer.counted) throw new Refusal('batch_out_of_order')
    if (!answer.isRepeated) await egress.addresses.announceEdge(addresses)
    return { isRepeated: answer.isRepeated }
  })

  async function changesOf(sent: readonly Sent[]): Promise<EgressChange[]> {
    const { day } = egress.ledger.period
    const byStream = sumBy(sent, ({ streamId }) => streamId)
    const channels = await findChannelsOfStreams(db, [...byStream.keys()])
    const known = [...byStream].filter(([id]) => channels.has(id))
    const byChannel = new Map<string, number>()
    for (const [id, bytes] of known) {
      const channel = channels.get(id) ?? ''
      byChannel.set(channel, (byChannel.get(channel) ?? 0) + bytes)
    }
    return [
      { scope: 'site', day, id: '', bytes: sent.reduce((sum, { bytes }) => sum + bytes, 0) },
      ...known.map(([id, bytes]): EgressChange => ({ scope: 'broadcast', day, id, bytes })),
      ...[...byChannel].map(([id, bytes]): EgressChange => ({ scope: 'channel', day, id, bytes })),
    ]
  }
}

interface Sent {
  address?: string | undefined
  streamId?: string | undefined
  bytes: number
}

/** Sums up by what `keyOf` says; what it says nothing of is left out. */
function sumBy(sent: readonly Sent[], keyOf: (one: Sent) => string | undefined): Map<string, number> {
  const sums = new Map<string, number>()
  for (const one of sent) {
    const key = keyOf(one)
    if (key !== undefined) sums.set(key, (sums.get(key) ?? 0) + one.bytes)
  }
  return sums
}
