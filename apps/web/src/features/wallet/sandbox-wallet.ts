/** How long after the page has loaded a real extension may take to install itself. */
const extensionAppearsWithinMs = 1000

/**
 * Installs the sandbox wallet when no extension has appeared. Its code is fetched only then. Returns a function that cancels the
 * installation.
 */
export function offerSandboxWallet(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const schedule = () => {
    timer = setTimeout(() => void install(), extensionAppearsWithinMs)
  }
  if (document.readyState === 'complete') schedule()
  else addEventListener('load', schedule, { once: true })
  return () => {
    clearTimeout(timer)
    removeEventListener('load', schedule)
  }
}

async function install(): Promise<void> {
  if ('hive_keychain' in window) return
  try {
    const { installSandboxWallet } = await import('@waggle/hive/sandbox/wallet/wallet')
    installSandboxWallet({ rpcUrl: '/sandbox/hive', window })
  } catch {
    // The login then says that no wallet is installed.
    console.warn('The sandbox wallet could not be loaded.')
  }
}
