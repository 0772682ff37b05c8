import type { HiveKeychain, KeychainWindow } from '@waggle/hive/keychain-api'
import { createStore, type Store } from '../../lib/store/store.ts'

export type WalletKind = 'sandbox' | 'extension'

interface WalletChoiceState {
  /** Both wallets are there, so the user may choose. */
  isOffered: boolean
  /** The wallet that signs. */
  kind: WalletKind
  /** The sandbox wallet is about to be added. */
  isComing: boolean
}

export interface WalletChoice extends Store<WalletChoiceState> {
  /** What the wallet of the page reads: the chosen wallet, as `hive_keychain`. */
  readonly window: KeychainWindow
  /**
   * Adds the sandbox wallet. Where there is no extension it is also installed as the page's `hive_keychain`. Otherwise the extension
   * stays there, and the sandbox wallet signs until the user chooses the extension, because that holds no sandbox accounts.
   */
  addSandboxWallet(wallet: HiveKeychain): void
  /** Whether the sandbox wallet is about to be added. */
  expectSandboxWallet(isComing: boolean): void
  /** Takes effect with the next request, and is remembered. */
  choose(kind: WalletKind): void
}

type ChoiceStorage = Pick<Storage, 'getItem' | 'setItem'>

const storageKey = 'waggle.wallet'

/** Which wallet signs: the extension, or on a sandbox site the built-in one. */
export function createWalletChoice(page: KeychainWindow, storage: () => ChoiceStorage): WalletChoice {
  const store = createStore<WalletChoiceState>({ isOffered: false, kind: 'extension', isComing: false })
  let sandboxWallet: HiveKeychain | undefined
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    window: {
      get hive_keychain() {
        return store.getState().kind === 'sandbox' ? sandboxWallet : page.hive_keychain
      },
    },
    addSandboxWallet(wallet) {
      sandboxWallet = wallet
      const isOffered = page.hive_keychain !== undefined
      page.hive_keychain ??= wallet
      const kind = isOffered && readKind(storage) === 'extension' ? 'extension' : 'sandbox'
      store.setState({ isOffered, kind, isComing: false })
    },
    expectSandboxWallet: (isComing) => store.setState({ isComing }),
    choose(kind) {
      if (!store.getState().isOffered) return
      store.setState({ kind })
      try {
        storage().setItem(storageKey, kind)
      } catch {
        // A browser that forbids storage throws on every access. The choice then lasts as long as the page.
      }
    },
  }
}

function readKind(storage: () => ChoiceStorage): string | null {
  try {
    return storage().getItem(storageKey)
  } catch {
    return null
  }
}
