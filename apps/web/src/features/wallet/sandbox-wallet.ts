/** Time for a real extension to put itself into the page, counted from when it has loaded. */
const extensionAppearsWithinMs = 1000

/**
 * On a sandbox site without an extension, offers the practice wallet in its place. Its code is fetched only then.
 * Returns what calls it off.
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
    // Without it the login says that no wallet is installed, which is then true.
    console.warn('The sandbox wallet could not be loaded.')
  }
}
