import type { Authority } from './authority.ts'

/** The bodies of the supported operations, with hived's field names. Amounts are texts such as '1.000 HBD'. */
export interface OperationBodies {
  /** `weight` is in hundredths of a percent, from -10000 to 10000. */
  vote: { voter: string; author: string; permlink: string; weight: number }
  comment: {
    /** Empty for a post. `parent_permlink` is then its community or first tag. */
    parent_author: string
    parent_permlink: string
    author: string
    permlink: string
    title: string
    body: string
    json_metadata: string
  }
  comment_options: {
    author: string
    permlink: string
    max_accepted_payout: string
    /** In hundredths of a percent. */
    percent_hbd: number
    allow_votes: boolean
    allow_curation_rewards: boolean
    extensions: [0, { beneficiaries: { account: string; weight: number }[] }][]
  }
  delete_comment: { author: string; permlink: string }
  transfer: { from: string; to: string; amount: string; memo: string }
  account_update: {
    account: string
    owner?: Authority | undefined
    active?: Authority | undefined
    posting?: Authority | undefined
    memo_key: string
    json_metadata: string
  }
  custom_json: { required_auths: string[]; required_posting_auths: string[]; id: string; json: string }
}

export type OperationName = keyof OperationBodies
export type Operation = { [Name in OperationName]: [Name, OperationBodies[Name]] }[OperationName]

/** The operations' numbers in the binary form (hived, operations.hpp). */
export const operationIds: Record<OperationName, number> = {
  vote: 0,
  comment: 1,
  transfer: 2,
  account_update: 10,
  delete_comment: 17,
  custom_json: 18,
  comment_options: 19,
}

export interface UnsignedTransaction {
  ref_block_num: number
  ref_block_prefix: number
  /** UTC without a time zone: '2026-11-21T03:00:00'. */
  expiration: string
  operations: Operation[]
  extensions: []
}

export interface Transaction extends UnsignedTransaction {
  /** Compact signatures of 65 bytes, as hex. */
  signatures: string[]
}
