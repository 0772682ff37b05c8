import { assertChain } from '../chain/chain-error.ts'
import type { Beneficiary, PostState } from '../chain/state.ts'
import type { StateEdit } from '../chain/state-edit.ts'
import { parseAmount } from '../economy/amount.ts'
import { readAccountName, readAmount, readBoolean, readFields, readInteger, readPermlink } from './fields.ts'
import type { OperationRule } from './operation-rule.ts'

/** hived: HIVE_MAX_COMMENT_BENEFICIARIES */
const maxBeneficiaries = 8

export const commentOptionsRule: OperationRule<'comment_options'> = {
  read(fields) {
    const amount = readAmount(fields, 'max_accepted_payout')
    assertChain(amount.endsWith(' HBD'), 'Max accepted payout must be in HBD')
    const extensions = fields.extensions
    assertChain(Array.isArray(extensions) && extensions.length <= 1, 'Only beneficiaries are an extension')
    return {
      author: readAccountName(fields, 'author'),
      permlink: readPermlink(fields, 'permlink'),
      max_accepted_payout: amount,
      percent_hbd: readInteger(fields, 'percent_hbd', 0, 10_000),
      allow_votes: readBoolean(fields, 'allow_votes'),
      allow_curation_rewards: readBoolean(fields, 'allow_curation_rewards'),
      extensions: extensions.map((extension: unknown) => [0, { beneficiaries: readBeneficiaries(extension) }]),
    }
  },

  required: ({ author }) => ({ posting: [author] }),

  apply(body, edit) {
    const post = edit.post(body.author, body.permlink)
    assertChain(post, `Comment @${body.author}/${body.permlink} not found`)
    assertChain(!post.payout, 'The comment is paid out already.')
    const isVoted = post.votes.some((vote) => vote.rshares !== 0)
    const maxAcceptedHbd = parseAmount(body.max_accepted_payout)!.units
    const isRestricting = !body.allow_curation_rewards || !body.allow_votes || maxAcceptedHbd < post.maxAcceptedHbd
    assertChain(
      !isRestricting || !isVoted,
      'One of the included comment options requires the comment to have no rshares allocated to it.',
    )
    assertChain(post.allowCurationRewards || !body.allow_curation_rewards, 'Curation rewards cannot be re-enabled.')
    assertChain(post.allowVotes || !body.allow_votes, 'Voting cannot be re-enabled.')
    assertChain(post.maxAcceptedHbd >= maxAcceptedHbd, 'A comment cannot accept a greater payout.')
    assertChain(post.percentHbd >= body.percent_hbd, 'A comment cannot accept a greater percent HBD.')
    post.allowCurationRewards = body.allow_curation_rewards
    post.allowVotes = body.allow_votes
    post.maxAcceptedHbd = maxAcceptedHbd
    post.percentHbd = body.percent_hbd
    const beneficiaries = body.extensions[0]?.[1].beneficiaries
    if (beneficiaries) setBeneficiaries(post, beneficiaries, edit)
  },
}

function setBeneficiaries(post: PostState, beneficiaries: Beneficiary[], edit: StateEdit): void {
  assertChain(post.beneficiaries.length === 0, 'Comment already has beneficiaries specified.')
  assertChain(
    post.votes.every((vote) => vote.rshares === 0),
    'Comment must not have been voted on before specifying beneficiaries.',
  )
  assertChain(beneficiaries.length <= maxBeneficiaries, `Cannot specify more than ${maxBeneficiaries} beneficiaries.`)
  for (const { account } of beneficiaries) assertChain(edit.hasAccount(account), `Beneficiary "${account}" must exist.`)
  post.beneficiaries = beneficiaries
}

function readBeneficiaries(extension: unknown): Beneficiary[] {
  assertChain(Array.isArray(extension) && extension.length === 2 && extension[0] === 0, 'Not a known extension')
  const list = readFields(extension[1], 'extension').beneficiaries
  assertChain(Array.isArray(list) && list.length > 0, 'Must specify at least one beneficiary')
  assertChain(list.length < 128, 'Cannot specify more than 127 beneficiaries.')
  const beneficiaries = list.map((entry: unknown) => {
    const fields = readFields(entry, 'beneficiary')
    return { account: readAccountName(fields, 'account'), weight: readInteger(fields, 'weight', 0, 10_000) }
  })
  const sum = beneficiaries.reduce((total, { weight }) => total + weight, 0)
  assertChain(sum <= 10_000, 'Cannot allocate more than 100% of rewards to a comment')
  for (let index = 1; index < beneficiaries.length; index++)
    assertChain(
      beneficiaries[index - 1]!.account < beneficiaries[index]!.account,
      'Benficiaries must be specified in sorted order (account ascending)',
    )
  return beneficiaries
}
