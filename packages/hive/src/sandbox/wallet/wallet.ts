import type { HiveKeychain, KeychainCallback, KeychainWindow } from '../../keychain-api.ts'
import { isSandboxAccount, sandboxAccountNames } from '../accounts.ts'
import { addAuthorityRequest, removeAuthorityRequest } from './wallet-authority.ts'
import { broadcastRequest, postRequest, signTxRequest, transferRequest, voteRequest } from './wallet-broadcast.ts'
import { createWalletChain, WalletFailure } from './wallet-chain.ts'
import type { WalletDialog } from './wallet-dialog.ts'
import { openWalletDialog } from './wallet-dialog.ts'
import type { WalletRequest } from './wallet-request.ts'
import { IncompleteRequest, walletAccounts } from './wallet-request.ts'
import { signBufferRequest } from './wallet-sign-buffer.ts'

interface SandboxWalletOptions {
  /** JSON-RPC address of the sandbox chain, absolute or relative to the page. */
  rpcUrl: string
  /** Where the dialogs open. */
  window: Window & KeychainWindow
}

interface PendingRequest {
  dialog: WalletDialog
  ignore: () => void
}

/**
 * Installs a sandbox wallet as `window.hive_keychain`. Does nothing and returns false if the page already has a wallet: the caller
 * decides how long to wait for a real one.
 */
export function installSandboxWallet({ rpcUrl, window }: SandboxWalletOptions): boolean {
  if (window.hive_keychain) return false
  window.hive_keychain = createSandboxWallet({ rpcUrl, window })
  return true
}

/** A wallet that offers the calls of Hive Keychain with the keys of the sandbox accounts. */
export function createSandboxWallet({ rpcUrl, window }: SandboxWalletOptions): HiveKeychain {
  const chain = createWalletChain(rpcUrl)
  let lastRequestId = 0
  let pending: PendingRequest | undefined

  function submit(callback: KeychainCallback, prepare: () => WalletRequest): void {
    lastRequestId += 1
    const requestId = lastRequestId
    let request: WalletRequest
    try {
      request = prepare()
    } catch (error) {
      const message = error instanceof IncompleteRequest ? `ValidationError: ${error.message}` : String(error)
      // Like the extension, never respond before the call has returned.
      setTimeout(() => callback(refusal('incomplete', message, { request_id: requestId }, requestId)))
      return
    }
    pending?.ignore()
    askUser(request, requestId, callback)
  }

  function askUser(request: WalletRequest, requestId: number, callback: KeychainCallback): void {
    const data = { ...request.data, request_id: requestId }
    const isKnown = request.account === null || isSandboxAccount(request.account)
    const dialog = openWalletDialog(window, {
      hostname: window.location.hostname,
      title: request.title,
      accounts: walletAccounts(request.account),
      details: request.details,
      ...(isKnown
        ? {}
        : { obstacle: `This wallet has no key of that account. It knows ${sandboxAccountNames.join(', ')}.` }),
    })
    let isIgnored = false
    const current: PendingRequest = {
      dialog,
      ignore() {
        isIgnored = true
        dialog.close()
        callback(refusal('ignored', 'User ignored this transaction', data, requestId))
      },
    }
    pending = current
    dialog.decision.then(async (account) => {
      if (isIgnored) return
      if (pending === current) pending = undefined
      if (account === undefined) {
        callback(refusal('user_cancel', 'Request was canceled by the user.', data, requestId))
        return
      }
      try {
        const { result, message, extraFields } = await request.run(account)
        callback({
          success: true,
          result,
          data: { ...request.data, username: account },
          message,
          request_id: requestId,
          ...extraFields,
        })
      } catch (error) {
        const failure = error instanceof WalletFailure ? error : new WalletFailure(String(error), {})
        callback(refusal(failure.error, failure.message, data, requestId))
      }
    })
  }

  return {
    requestHandshake(callback) {
      setTimeout(() => callback())
    },
    requestSignBuffer(account, message, key, callback, _rpc, title) {
      submit(callback, () => signBufferRequest(account, message, key, title))
    },
    requestVote(account, permlink, author, weight, callback) {
      submit(callback, () => voteRequest(chain, account, permlink, author, weight))
    },
    requestAddAccountAuthority(account, authorized, role, weight, callback) {
      submit(callback, () => addAuthorityRequest(chain, account, authorized, role, weight))
    },
    requestRemoveAccountAuthority(account, authorized, role, callback) {
      submit(callback, () => removeAuthorityRequest(chain, account, authorized, role))
    },
    requestPost(account, title, body, parentPermlink, parentAccount, json, permlink, options, callback) {
      submit(callback, () =>
        postRequest(chain, account, title, body, parentPermlink, parentAccount, json, permlink, options),
      )
    },
    requestBroadcast(account, operations, key, callback) {
      submit(callback, () => broadcastRequest(chain, account, operations, key))
    },
    requestSignTx(account, transaction, key, callback) {
      submit(callback, () => signTxRequest(chain, account, transaction, key))
    },
    requestTransfer(account, to, amount, memo, currency, callback) {
      submit(callback, () => transferRequest(chain, account, to, amount, memo, currency))
    },
  }
}

function refusal(error: unknown, message: string, data: object, requestId: number) {
  return { success: false, error, result: null, message, data, request_id: requestId }
}
