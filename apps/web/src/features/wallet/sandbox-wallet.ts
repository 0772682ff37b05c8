import { loadScript } from '../../lib/browser/load-script.ts'
import { atServer } from '../../lib/server-addresses.ts'
import type { WalletChoice } from './wallet-choice.ts'

/** How long after the page has loaded a real extension may take to install itself. */
const extensionAppearsWithinMs = 1000

/** A page whose pictures hang has its wallet nevertheless. */
const longestLoadMs = 10_000

/** Adds the sandbox wallet once an extension has had its time to appear. Returns a function that cancels this. */
export function offerSandboxWallet(choice: WalletChoice): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  choice.expectSandboxWallet(true)
  const schedule = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void install(choice), extensionAppearsWithinMs)
  }
  if (document.readyState === 'complete') schedule()
  else {
    addEventListener('load', schedule, { once: true })
    timer = setTimeout(schedule, longestLoadMs)
  }
  return () => {
    clearTimeout(timer)
    removeEventListener('load', schedule)
    choice.expectSandboxWallet(false)
  }
}

async function install(choice: WalletChoice): Promise<void> {
  try {
    const { createSandboxWallet } = await loadScript(() => import('@waggle/hive/sandbox/wallet/wallet'))
    choice.addSandboxWallet(createSandboxWallet({ rpcUrl: atServer('/sandbox/hive'), window }))
  } catch {
    // The login then says that no wallet is installed.
    choice.expectSandboxWallet(false)
    console.warn('The sandbox wallet could not be loaded.')
  }
}
