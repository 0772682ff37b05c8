import { type ComponentType, lazy } from 'react'

/** A page whose code is fetched on its first render or by `preload`. */
interface LazyPage {
  Page: ComponentType
  /** Fetches the code, so that the page later renders at once. */
  preload(): Promise<void>
}

/**
 * Unlike with `React.lazy` alone, a preloaded page renders without a fallback. React keeps a fallback for at least 300 ms once it
 * is shown, however soon the code arrives.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let Loaded: ComponentType | undefined
  async function preload(): Promise<void> {
    Loaded ??= await load()
  }
  const Suspending = lazy(async () => ({ default: await load() }))
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each page at the top of app.tsx, never while rendering
  function Page() {
    return Loaded ? <Loaded /> : <Suspending />
  }
  return { Page, preload }
}
