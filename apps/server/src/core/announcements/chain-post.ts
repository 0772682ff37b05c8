import type { HiveGateway } from '@waggle/hive/gateway'
import { HiveRpcError } from '@waggle/hive/json-rpc'

/** A post as `condenser_api.get_content` tells of it. */
export interface ChainPost {
  body: string
  votes: Map<string, number>
  pendingPayout: string
  /** What it paid author, curators and beneficiaries together, as '1.234 HBD'. */
  paidOut: string | undefined
  /** Undefined once it is paid out. */
  payoutAtMs: number | undefined
  acceptsRewards: boolean
}

/** hived gives a post that is paid out this time: its `time_point_sec::maximum()`, or the epoch in older answers. */
const beyondPayoutMs = Date.UTC(2000, 0)

/** Undefined when there is no such post. Throws `HiveUnavailable`. */
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
    // Some nodes answer an empty post, others refuse, for one that is not there.
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
