import { limits } from '@waggle/contract/limits'
import type { WalletProvider } from '@waggle/hive/keychain'
import { createStore, type Store } from '../../lib/store/store.ts'
import type { Signer } from '../../session/account-proof.ts'

interface WalletState {
  isFound: boolean
}

/** The operations that change the chain. The wallet asks its user to confirm each one. */
type ChainWallet = Pick<WalletProvider, 'vote' | 'addPostingAuthority' | 'removePostingAuthority' | 'post' | 'transfer'>

/** A wallet that may be installed after the page has loaded. */
interface WalletStore extends Store<WalletState>, Signer, ChainWallet {
  /** Looks for the wallet every 500 ms until it is found (rule AUTH-18). Returns a function that stops the search. */
  start(): () => void
}

export function createWalletStore(provider: WalletProvider): WalletStore {
  const store = createStore<WalletState>({ isFound: false })
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    start() {
      let isStopped = false
      let timer: ReturnType<typeof setTimeout> | undefined
      async function detect(): Promise<void> {
        const isFound = await provider.detect()
        if (isStopped) return
        store.setState({ isFound })
        if (!isFound) timer = setTimeout(() => void detect(), limits.walletDetectionIntervalMs)
      }
      void detect()
      return () => {
        isStopped = true
        clearTimeout(timer)
      }
    },
    waitUntilFound(timeoutMs) {
      if (store.getState().isFound) return Promise.resolve(true)
      return new Promise((resolve) => {
        const finish = (isFound: boolean) => {
          clearTimeout(timer)
          unsubscribe()
          resolve(isFound)
        }
        const timer = setTimeout(() => finish(false), timeoutMs)
        const unsubscribe = store.subscribe(() => store.getState().isFound && finish(true))
      })
    },
    signBuffer: (request) => provider.signBuffer(request),
    vote: (request) => provider.vote(request),
    addPostingAuthority: (request) => provider.addPostingAuthority(request),
    removePostingAuthority: (request) => provider.removePostingAuthority(request),
    post: (request) => provider.post(request),
    transfer: (request) => provider.transfer(request),
  }
}
