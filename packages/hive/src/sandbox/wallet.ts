import type { HiveKeychain, KeychainCallback, KeychainWindow } from '../keychain-api.ts'
import { isSandboxAccount, sandboxAccountNames } from './accounts.ts'
import type { WalletDialog } from './wallet-dialog.ts'
import { openWalletDialog } from './wallet-dialog.ts'
import type { WalletRequest } from './wallet-request.ts'
import { IncompleteRequest, walletAccounts } from './wallet-request.ts'
import { signBufferRequest } from './wallet-sign-buffer.ts'

export interface SandboxWalletOptions {
  /** JSON-RPC address of the sandbox chain, absolute or relative to the page. */
  rpcUrl: string
  window: Window & KeychainWindow
}

interface Pending {
  dialog: WalletDialog
  ignore: () => void
}

/**
 * Offers the calls of Hive Keychain with the sandbox accounts' keys. Returns false, and does nothing, where a wallet is
 * there already: the caller decides how long it waits for a real one.
 */
export function installSandboxWallet({ window }: SandboxWalletOptions): boolean {
  if (window.hive_keychain) return false
  let lastRequestId = 0
  let pending: Pending | undefined

  function submit(callback: KeychainCallback, prepare: () => WalletRequest): void {
    lastRequestId += 1
    const requestId = lastRequestId
    let request: WalletRequest
    try {
      request = prepare()
    } catch (error) {
      const message = error instanceof IncompleteRequest ? `ValidationError: ${error.message}` : String(error)
      // The extension answers through a message of the page, never before the call has returned.
      setTimeout(() => callback(refusal('incomplete', message, { request_id: requestId }, requestId)))
      return
    }
    pending?.ignore()
    ask(request, requestId, callback)
  }

  function ask(request: WalletRequest, requestId: number, callback: KeychainCallback): void {
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
    const mine: Pending = {
      dialog,
      ignore() {
        isIgnored = true
        dialog.close()
        callback(refusal('ignored', 'User ignored this transaction', data, requestId))
      },
    }
    pending = mine
    dialog.decision.then(async (account) => {
      if (isIgnored) return
      if (pending === mine) pending = undefined
      if (account === undefined) {
        callback(refusal('user_cancel', 'Request was canceled by the user.', data, requestId))
        return
      }
      try {
        const { result, message, more } = await request.run(account)
        callback({
          success: true,
          result,
          data: { ...request.data, username: account },
          message,
          request_id: requestId,
          ...more,
        })
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        callback({ ...refusal('failed', message, data, requestId), error: describeError(error) })
      }
    })
  }

  const keychain: Pick<HiveKeychain, 'requestHandshake' | 'requestSignBuffer'> = {
    requestHandshake(callback) {
      setTimeout(() => callback())
    },
    requestSignBuffer(account, message, key, callback, _rpc, title) {
      submit(callback, () => signBufferRequest(account, message, key, title))
    },
  }
  window.hive_keychain = keychain as HiveKeychain
  return true
}

function refusal(error: string, message: string, data: object, requestId: number) {
  return { success: false, error, result: null, message, data, request_id: requestId }
}

function describeError(error: unknown): object {
  return error instanceof Error && error.name !== 'TypeError' ? { ...error, name: error.name } : {}
}
