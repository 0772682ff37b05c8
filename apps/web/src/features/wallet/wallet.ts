import type { Site } from '@waggle/contract/endpoints'
import { createKeychain } from '@waggle/hive/keychain'
import type { KeychainWindow } from '@waggle/hive/keychain-api'
import { useEffect } from 'react'
import { useStore } from '../../lib/store/use-store.ts'
import { offerSandboxWallet } from './sandbox-wallet.ts'
import { createWalletChoice } from './wallet-choice.ts'
import { createWalletStore } from './wallet-store.ts'

export const walletChoice = createWalletChoice(globalThis as KeychainWindow, () => localStorage)

/** The only wallet of the page. */
export const wallet = createWalletStore(
  createKeychain({ window: walletChoice.window }),
  () => walletChoice.getState().isComing,
)

/** Looks for the wallet while the app is mounted. On a sandbox site, adds the sandbox wallet. */
export function useWalletDetection(hive: Site['hive'] | undefined): void {
  useEffect(() => wallet.start(), [])
  useEffect(() => (hive === 'sandbox' ? offerSandboxWallet(walletChoice) : undefined), [hive])
}

export function useIsWalletFound(): boolean {
  return useStore(wallet).isFound
}
