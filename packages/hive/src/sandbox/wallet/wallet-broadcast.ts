import { Memo } from 'hive-tx'
import type { HiveOperation, KeyRole } from '../../keychain-api.ts'
import type { Operation, OperationBodies, UnsignedTransaction } from '../../operation.ts'
import type { SandboxRole } from '../accounts.ts'
import { sandboxPrivateKey } from '../accounts.ts'
import type { WalletChain } from './wallet-chain.ts'
import { WalletFailure } from './wallet-chain.ts'
import type { WalletRequest } from './wallet-request.ts'
import { IncompleteRequest, requireAccount, requireRole, requireString, requireText } from './wallet-request.ts'

/** The requests that sign or broadcast a transaction. Each throws `IncompleteRequest` for arguments that Keychain does not accept. */

export function voteRequest(
  chain: WalletChain,
  account: unknown,
  permlink: unknown,
  author: unknown,
  weight: unknown,
): WalletRequest {
  const username = requireAccount(account, 'username')
  const body = { author: requireText(author, 'author'), permlink: requireText(permlink, 'permlink') }
  const percent = Number(weight)
  if (!Number.isInteger(percent) || Math.abs(percent) > 10_000)
    throw new IncompleteRequest('"weight" must be a whole number from -10000 to 10000')
  return {
    account: username,
    title: 'Vote',
    details: [
      { label: 'Author', value: `@${body.author}` },
      { label: 'Permlink', value: body.permlink },
      { label: 'Weight', value: `${percent / 100}%` },
    ],
    data: { type: 'vote', username, ...body, weight: percent, rpc: null },
    async run(voter) {
      const id = await chain.broadcast(voter, 'posting', [['vote', { voter, ...body, weight: percent }]])
      const message = `Successfully voted for @${body.author}'s post ${body.permlink} at ${percent / 100}%.`
      return { result: { id, tx_id: id, confirmed: false }, message }
    },
  }
}

export function postRequest(chain: WalletChain, account: unknown, ...args: unknown[]): WalletRequest {
  const username = requireAccount(account, 'username')
  const [title, body, parentPermlink, parentAccount, jsonMetadata, permlink, commentOptions] = args
  const comment = {
    parent_author: requireString(parentAccount, 'parent_username'),
    parent_permlink: requireString(parentPermlink, 'parent_perm'),
    permlink: requireString(permlink, 'permlink'),
    title: requireString(title, 'title'),
    body: requireText(body, 'body'),
    json_metadata: requireText(jsonMetadata, 'json_metadata'),
  }
  const options = requireString(commentOptions, 'comment_options')
  return {
    account: username,
    title: comment.parent_author === '' ? 'Post' : 'Comment',
    details: [
      { label: 'Title', value: comment.title },
      { label: 'Text', value: comment.body },
      { label: 'Permlink', value: comment.permlink },
      ...(options ? [{ label: 'Options', value: options }] : []),
    ],
    data: {
      type: 'post',
      username,
      title: comment.title,
      body: comment.body,
      parent_perm: comment.parent_permlink,
      parent_username: comment.parent_author,
      json_metadata: comment.json_metadata,
      permlink: comment.permlink,
      comment_options: options,
      rpc: null,
    },
    async run(author) {
      const operations: Operation[] = [['comment', { ...comment, author }]]
      if (options) operations.push(['comment_options', JSON.parse(options) as OperationBodies['comment_options']])
      const id = await chain.broadcast(author, 'posting', operations)
      return { result: { id, tx_id: id, confirmed: false }, message: 'The post was published successfully.' }
    },
  }
}

export function broadcastRequest(
  chain: WalletChain,
  account: unknown,
  operations: unknown,
  key: unknown,
): WalletRequest {
  const username = requireAccount(account, 'username')
  const method = requireRole(key, 'method', ['Posting', 'Active'])
  const list = (typeof operations === 'string' ? parseOperations(operations) : operations) as HiveOperation[]
  const isPair = (operation: unknown) => Array.isArray(operation) && operation.length === 2
  if (!Array.isArray(list) || list.length === 0 || !list.every(isPair))
    throw new IncompleteRequest('"operations" must be a list of operations')
  return {
    account: username,
    title: 'Broadcast',
    details: operationDetails(list, method),
    data: { type: 'broadcast', username, operations: list, method, rpc: null },
    async run(name) {
      const id = await chain.broadcast(name, roleOf(method), list as unknown as Operation[])
      return {
        result: { id, tx_id: id, confirmed: false },
        message: 'The transaction has been broadcasted successfully.',
      }
    },
  }
}

export function signTxRequest(chain: WalletChain, account: unknown, tx: unknown, key: unknown): WalletRequest {
  const username = requireAccount(account, 'username')
  const method = requireRole(key, 'method', ['Posting', 'Active'])
  const transaction = tx as UnsignedTransaction | null
  if (typeof transaction !== 'object' || !Array.isArray(transaction?.operations))
    throw new IncompleteRequest('"tx" must be a transaction')
  return {
    account: username,
    title: 'Sign transaction',
    details: operationDetails(transaction.operations as unknown as HiveOperation[], method),
    data: { type: 'signTx', username, tx, method, rpc: null },
    async run(name) {
      const result = await chain.sign(name, roleOf(method), transaction)
      return { result, message: 'The transaction has been signed successfully.' }
    },
  }
}

/** How long Keychain waits for a transfer to be included in a block, and how often it checks. */
const confirmationTimeoutMs = 6_000
const confirmationIntervalMs = 500

export function transferRequest(
  chain: WalletChain,
  account: unknown,
  to: unknown,
  amount: unknown,
  memo: unknown,
  currency: unknown,
): WalletRequest {
  const username = requireAccount(account, 'username')
  const receiver = requireText(to, 'to')
  if (typeof amount !== 'string' || !/^\d{1,9}\.\d{3}$/.test(amount))
    throw new IncompleteRequest('"amount" must have three decimals')
  if (currency !== 'HIVE' && currency !== 'HBD') throw new IncompleteRequest('"currency" must be one of [HIVE, HBD]')
  const text = requireString(memo, 'memo')
  return {
    account: username,
    title: 'Transfer',
    details: [
      { label: 'To', value: `@${receiver}` },
      { label: 'Amount', value: `${amount} ${currency}` },
      { label: 'Memo', value: text },
    ],
    data: { type: 'transfer', username, to: receiver, amount, memo: text, currency, enforce: false, rpc: null },
    async run(from) {
      const { memo_key } = await chain.getAccount(receiver)
      const sentMemo = text.startsWith('#') ? Memo.encode(sandboxPrivateKey(from, 'memo'), memo_key, text) : text
      const transfer: Operation = ['transfer', { from, to: receiver, amount: `${amount} ${currency}`, memo: sentMemo }]
      const id = await chain.broadcast(from, 'active', [transfer])
      const confirmed = await isConfirmed(chain, id)
      return {
        result: { id, tx_id: id, confirmed },
        message: `Successfully transferred ${amount} ${currency} to @${receiver}.`,
      }
    },
  }
}

async function isConfirmed(chain: WalletChain, id: string): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < confirmationTimeoutMs; waitedMs += confirmationIntervalMs) {
    await new Promise((resolve) => setTimeout(resolve, confirmationIntervalMs))
    if (await chain.isInBlock(id)) return true
  }
  return false
}

function parseOperations(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new IncompleteRequest('"operations" must be JSON')
  }
}

function operationDetails(operations: readonly HiveOperation[], method: KeyRole) {
  const details = operations.map(([name, body]) => ({ label: String(name), value: JSON.stringify(body) ?? '' }))
  return [...details, { label: 'Key', value: method }]
}

function roleOf(method: KeyRole): SandboxRole {
  const role = method.toLowerCase()
  if (role !== 'posting' && role !== 'active') throw new WalletFailure(`${method} keys sign no transactions`)
  return role
}
