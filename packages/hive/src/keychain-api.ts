/** What the Hive Keychain extension puts into a page as `window.hive_keychain` (version 3.15), as far as it is used. */

export type KeyRole = 'Posting' | 'Active' | 'Memo'

export interface KeychainResponse {
  success: boolean
  /** 'user_cancel', 'incomplete', 'ignored', or the error of a node; absent or null on success. */
  error?: unknown
  /** The signature as hex, or `{ id, tx_id, confirmed }` of a broadcast. */
  result?: unknown
  /** The request as it was received: tells an answer apart from one to an earlier request. */
  data?: unknown
  message?: string
  request_id?: number
  /** 'STM…', or '@name' when the wallet signed with another account's key. Never proves anything. */
  publicKey?: string
}

export type KeychainCallback = (response: KeychainResponse) => void
export type HiveOperation = [name: string, body: Record<string, unknown>]

/** The arguments in the extension's own order; `rpc` overrides the node for one request. */
export interface HiveKeychain {
  requestHandshake?(callback: () => void): void
  requestSignBuffer(
    account: string | null,
    message: string,
    key: string,
    callback: KeychainCallback,
    rpc?: string | null,
    title?: string | null,
  ): void
  /** Mind the order: the permlink stands before the author. `weight` is -10000 to 10000. */
  requestVote(
    account: string | null,
    permlink: string,
    author: string,
    weight: number,
    callback: KeychainCallback,
    rpc?: string | null,
  ): void
  requestAddAccountAuthority(
    account: string | null,
    authorizedUsername: string,
    role: string,
    weight: number,
    callback: KeychainCallback,
    rpc?: string | null,
  ): void
  requestRemoveAccountAuthority(
    account: string | null,
    authorizedUsername: string,
    role: string,
    callback: KeychainCallback,
    rpc?: string | null,
  ): void
  requestPost(
    account: string | null,
    title: string,
    body: string,
    parentPermlink: string,
    parentAccount: string,
    jsonMetadata: string,
    permlink: string,
    commentOptions: string,
    callback: KeychainCallback,
    rpc?: string | null,
  ): void
  requestBroadcast(
    account: string | null,
    operations: HiveOperation[] | string,
    key: string,
    callback: KeychainCallback,
    rpc?: string | null,
  ): void
  requestSignTx(
    account: string | null,
    transaction: object,
    key: string,
    callback: KeychainCallback,
    rpc?: string | null,
  ): void
  requestTransfer(
    account: string | null,
    to: string,
    amount: string,
    memo: string,
    currency: string,
    callback: KeychainCallback,
    enforce?: boolean,
    rpc?: string | null,
  ): void
}

export interface KeychainWindow {
  hive_keychain?: HiveKeychain | undefined
}
