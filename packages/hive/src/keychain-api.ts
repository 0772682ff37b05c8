/** The part of `window.hive_keychain`, as the Hive Keychain extension 3.15 defines it, that is used here. */

export type KeyRole = 'Posting' | 'Active' | 'Memo'

export interface KeychainResponse {
  success: boolean
  /** 'user_cancel', 'incomplete', 'ignored' or a node's error. Absent or null on success. */
  error?: unknown
  /** The signature as hex, or `{ id, tx_id, confirmed }` for a broadcast. */
  result?: unknown
  /** The request as the wallet received it. Distinguishes the response from one to an earlier request. */
  data?: unknown
  message?: string
  request_id?: number
  /** 'STM…', or '@name' if the wallet signed with another account's key. Proves nothing. */
  publicKey?: string
}

export type KeychainCallback = (response: KeychainResponse) => void
export type HiveOperation = [name: string, body: Record<string, unknown>]

/** The arguments are in the extension's order. `rpc` overrides the node for one request. */
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
  /** Note that the permlink precedes the author. `weight` is from -10000 to 10000. */
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
