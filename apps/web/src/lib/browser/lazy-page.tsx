import { type ComponentType, lazy } from 'react'

/** A page whose code is fetched when it is first needed, or before. */
interface LazyPage {
  Page: ComponentType
  /** Fetches the code; the page then renders at once. */
  preload(): Promise<void>
}

/**
 * Unlike `React.lazy` alone, a page that was preloaded is rendered without a fallback: React shows a fallback for at least
 * 300 ms once it has appeared, however soon the code arrives.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let Loaded: ComponentType | undefined
  async function preload(): Promise<void> {
    Loaded ??= await load()
  }
  const Suspending = lazy(async () => ({ default: await load() }))
  // biome-ignore lint/correctness/noComponentHookFactories: called once a page, at the top of app.tsx, never while rendering
  function Page() {
    return Loaded ? <Loaded /> : <Suspending />
  }
  return { Page, preload }
}
