import { assertChain } from '../chain/chain-error.ts'
import { readAccountName, readJson, readOptionalAuthority, readPublicKey } from './fields.ts'
import type { OperationRule } from './operation-rule.ts'

export const accountUpdateRule: OperationRule<'account_update'> = {
  read: (fields) => ({
    account: readAccountName(fields, 'account'),
    owner: readOptionalAuthority(fields, 'owner'),
    active: readOptionalAuthority(fields, 'active'),
    posting: readOptionalAuthority(fields, 'posting'),
    memo_key: readPublicKey(fields, 'memo_key'),
    json_metadata: readJson(fields, 'json_metadata', 'JSON Metadata not valid JSON'),
  }),

  // The posting key cannot change any authority, not even the posting authority.
  required: ({ account, owner }) => (owner ? { owner: [account] } : { active: [account] }),

  apply(body, edit) {
    const account = edit.account(body.account)
    for (const authority of [body.owner, body.active, body.posting])
      for (const [name] of authority?.account_auths ?? [])
        assertChain(edit.hasAccount(name), `Account "${name}" does not exist.`)
    account.owner = body.owner ?? account.owner
    account.active = body.active ?? account.active
    account.posting = body.posting ?? account.posting
    account.memoKey = body.memo_key
    account.lastAccountUpdateMs = edit.nowMs
    if (body.json_metadata !== '') account.jsonMetadata = body.json_metadata
  },
}
