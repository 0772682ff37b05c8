import { limits } from '@waggle/contract/limits'
import type { WalletProvider } from '@waggle/hive/keychain'
import { createStore, type Store } from '../../lib/store/store.ts'
import type { Signer } from '../../session/account-proof.ts'

interface WalletState {
  isFound: boolean
  /** The page has looked for it at least once, and adds none itself any more. */
  hasLooked: boolean
  /** No wallet has appeared for so long that the user is told. The search continues. */
  isMissing: boolean
  /** A request waits for the user. */
  isAsked: boolean
}

/** The operations that change the chain. The wallet asks its user to confirm each one. */
type ChainWallet = Pick<WalletProvider, 'vote' | 'addPostingAuthority' | 'removePostingAuthority' | 'post' | 'transfer'>

/** A wallet that may be installed after the page has loaded. */
interface WalletStore extends Store<WalletState>, Signer, ChainWallet {
  /** Looks for the wallet every 500 ms until it is found (rule AUTH-18). Returns a function that stops the search. */
  start(): () => void
}

/** `isComing` says whether the page is about to add a wallet itself. */
export function createWalletStore(provider: WalletProvider, isComing = () => false): WalletStore {
  const store = createStore<WalletState>({ isFound: false, hasLooked: false, isMissing: false, isAsked: false })
  let unanswered = 0

  /** Counts the request as long as the wallet has not answered it. */
  function ask<Request, Response>(
    call: (request: Request) => Promise<Response>,
  ): (request: Request) => Promise<Response> {
    return async (request) => {
      unanswered += 1
      store.setState({ isAsked: true })
      const response = await call(request)
      unanswered -= 1
      store.setState({ isAsked: unanswered > 0 })
      return response
    }
  }

  /** Does `task` when a wallet has not appeared for so long that none is expected any more. Returns a function that cancels this. */
  function onceMissing(task: () => void): () => void {
    let timer = setTimeout(check, limits.walletMissingAfterMs)
    function check(): void {
      if (isComing()) timer = setTimeout(check, limits.walletDetectionIntervalMs)
      else task()
    }
    return () => clearTimeout(timer)
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    start() {
      let isStopped = false
      let timer: ReturnType<typeof setTimeout> | undefined
      const stopMissing = onceMissing(() => store.setState({ isMissing: true }))
      async function detect(): Promise<void> {
        const isFound = await provider.detect()
        if (isStopped) return
        store.setState({ hasLooked: isFound || !isComing() })
        if (isFound) {
          stopMissing()
          store.setState({ isFound, isMissing: false })
        } else timer = setTimeout(() => void detect(), limits.walletDetectionIntervalMs)
      }
      void detect()
      return () => {
        isStopped = true
        clearTimeout(timer)
        stopMissing()
      }
    },
    waitUntilFound() {
      if (store.getState().isFound) return Promise.resolve(true)
      return new Promise((resolve) => {
        const finish = (isFound: boolean) => {
          stopWaiting()
          unsubscribe()
          resolve(isFound)
        }
        // It may have appeared since the last look.
        const stopWaiting = onceMissing(() => void provider.detect().then(finish))
        const unsubscribe = store.subscribe(() => store.getState().isFound && finish(true))
      })
    },
    signBuffer: ask(provider.signBuffer),
    vote: ask(provider.vote),
    addPostingAuthority: ask(provider.addPostingAuthority),
    removePostingAuthority: ask(provider.removePostingAuthority),
    post: ask(provider.post),
    transfer: ask(provider.transfer),
  }
}
