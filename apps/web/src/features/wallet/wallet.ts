import type { Site } from '@waggle/contract/endpoints'
import { createKeychain } from '@waggle/hive/keychain'
import { useEffect } from 'react'
import { useStore } from '../../lib/store/use-store.ts'
import { offerSandboxWallet } from './sandbox-wallet.ts'
import { createWalletStore } from './wallet-store.ts'

/** The only wallet of the page. */
export const wallet = createWalletStore(createKeychain())

/** Looks for the wallet while the app is mounted. On a sandbox site without one, installs the sandbox wallet. */
export function useWalletDetection(hive: Site['hive'] | undefined): void {
  useEffect(() => wallet.start(), [])
  useEffect(() => (hive === 'sandbox' ? offerSandboxWallet() : undefined), [hive])
}

export function useIsWalletFound(): boolean {
  return useStore(wallet).isFound
}
