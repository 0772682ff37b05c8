import { limits } from '@waggle/contract/limits'

/** Loads code with `import()`. Rejects after 120 s (rule SHELL-10), because a request that hangs would otherwise never end. */
export async function loadScript<Module>(
  load: () => Promise<Module>,
  timeoutMs: number = limits.scriptLoadTimeoutMs,
): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`A script did not arrive within ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([load(), timeout])
  } finally {
    clearTimeout(timer)
  }
}
