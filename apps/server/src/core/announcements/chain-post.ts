import type { HiveGateway } from '@waggle/hive/gateway'
import { HiveRpcError } from '@waggle/hive/json-rpc'

/** A post as `condenser_api.get_content` reports it. */
export interface ChainPost {
  body: string
  votes: Map<string, number>
  pendingPayout: string
  /** The sum for author, curators and beneficiaries, such as '1.234 HBD'. Undefined before the payout. */
  paidOut: string | undefined
  /** Undefined after the payout. */
  payoutAtMs: number | undefined
  acceptsRewards: boolean
}

/** After the payout, hived reports its `time_point_sec::maximum()`, or the epoch in older versions, as the payout time. */
const beyondPayoutMs = Date.UTC(2000, 0)

/** Reads a post; undefined when it does not exist. Throws `HiveUnavailable`. */
export async function findChainPost(
  hive: HiveGateway,
  author: string,
  permlink: string,
): Promise<ChainPost | undefined> {
  const content = await getContent(hive, author, permlink)
  if (content.author !== author || content.permlink !== permlink || typeof content.body !== 'string') return undefined
  const payoutAtMs = Date.parse(`${content.cashout_time}Z`)
  const isPaidOut = !(payoutAtMs > beyondPayoutMs)
  return {
    body: content.body,
    votes: readVotes(content.active_votes),
    pendingPayout: formatHbd(milliHbd(content.pending_payout_value)),
    paidOut: isPaidOut
      ? formatHbd(
          milliHbd(content.total_payout_value) +
            milliHbd(content.curator_payout_value) +
            milliHbd(content.beneficiary_payout_value),
        )
      : undefined,
    payoutAtMs: isPaidOut ? undefined : payoutAtMs,
    acceptsRewards: milliHbd(content.max_accepted_payout) > 0,
  }
}

async function getContent(hive: HiveGateway, author: string, permlink: string): Promise<Record<string, unknown>> {
  try {
    const content = await hive.call<unknown>('condenser_api.get_content', [author, permlink])
    return typeof content === 'object' && content !== null ? (content as Record<string, unknown>) : {}
  } catch (error) {
    // For a post that does not exist, some nodes answer with an empty one and others with an error.
    if (error instanceof HiveRpcError) return {}
    throw error
  }
}

/** Weights in percent by voter. */
function readVotes(value: unknown): Map<string, number> {
  const votes = new Map<string, number>()
  if (!Array.isArray(value)) return votes
  for (const vote of value as ({ voter?: unknown; percent?: unknown } | null)[]) {
    const percent = Number(vote?.percent)
    if (typeof vote?.voter === 'string' && percent !== 0) votes.set(vote.voter, (percent || 0) / 100)
  }
  return votes
}

function milliHbd(value: unknown): number {
  const amount = typeof value === 'string' ? /^(\d{1,12})\.(\d{3}) HBD$/.exec(value) : null
  return amount ? Number(amount[1]) * 1000 + Number(amount[2]) : 0
}

function formatHbd(milli: number): string {
  return `${(milli / 1000).toFixed(3)} HBD`
}
