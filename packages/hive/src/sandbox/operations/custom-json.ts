import { assertChain } from '../chain/chain-error.ts'
import type { StateEdit } from '../chain/state-edit.ts'
import { readJson, readNames, readText } from './fields.ts'
import type { OperationRule } from './operation-rule.ts'

/** hived: HIVE_CUSTOM_OP_DATA_MAX_LENGTH and HIVE_CUSTOM_OP_ID_MAX_LENGTH */
const jsonLimitBytes = 8192
const idLimit = 32
/** A limit of the sandbox. */
const maxFollowing = 1000

export const customJsonRule: OperationRule<'custom_json'> = {
  read(fields) {
    const required_auths = readNames(fields, 'required_auths')
    const required_posting_auths = readNames(fields, 'required_posting_auths')
    assertChain(required_auths.length + required_posting_auths.length > 0, 'at least one account must be specified')
    const id = readText(fields, 'id')
    assertChain(Buffer.byteLength(id) <= idLimit, `Operation ID length exceeded. Max: ${idLimit}`)
    const json = readJson(fields, 'json', 'JSON Metadata not valid JSON')
    assertChain(json !== '' && Buffer.byteLength(json) <= jsonLimitBytes, `JSON must have 1 to ${jsonLimitBytes} bytes`)
    return { required_auths, required_posting_auths, id, json }
  },

  required: ({ required_auths, required_posting_auths }) => ({
    active: required_auths,
    posting: required_posting_auths,
  }),

  apply({ required_auths, required_posting_auths, id, json }, edit) {
    for (const name of [...required_auths, ...required_posting_auths]) edit.account(name)
    if (id === 'follow') follow(JSON.parse(json), required_posting_auths, edit)
  },
}

/** Applies `["follow", {follower, following, what}]` like Hivemind, which ignores invalid values: the chain accepts them. */
function follow(value: unknown, signers: readonly string[], edit: StateEdit): void {
  if (!Array.isArray(value) || value[0] !== 'follow' || typeof value[1] !== 'object' || value[1] === null) return
  const { follower, following, what } = value[1] as Record<string, unknown>
  if (typeof follower !== 'string' || typeof following !== 'string' || !Array.isArray(what)) return
  if (!signers.includes(follower) || follower === following || !edit.hasAccount(following)) return
  const account = edit.account(follower)
  const otherFollowing = account.following.filter((name) => name !== following)
  account.following =
    what.includes('blog') && otherFollowing.length < maxFollowing ? [...otherFollowing, following] : otherFollowing
}
