import { type ComponentType, lazy } from 'react'
import { MissingOverlay, ScriptFailure } from '../../ui/feedback/script-failure.tsx'
import { loadScript } from './load-script.ts'

/** A page whose code is fetched on its first render or by `preload`. */
interface LazyPage {
  Page: ComponentType
  /** Fetches the code, so that the page later renders at once. */
  preload(): Promise<void>
}

/**
 * Unlike with `React.lazy` alone, a preloaded page renders without a fallback. React keeps a fallback for at least 300 ms once it
 * is shown, however soon the code arrives. A page whose code does not arrive says so (rule SHELL-10).
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let Loaded: ComponentType | undefined
  let loading: Promise<ComponentType> | undefined
  function loadOnce(): Promise<ComponentType> {
    loading ??= loadScript(load).finally(() => {
      loading = undefined
    })
    return loading
  }
  async function preload(): Promise<void> {
    Loaded ??= await loadOnce()
  }
  const Suspending = lazyComponent(loadOnce)
  function Page() {
    return Loaded ? <Loaded /> : <Suspending />
  }
  return { Page, preload }
}

/** A component whose code is fetched on its first render. Where it does not arrive, the reason and a way to try again take its place. */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await loadScript(load).catch((): ComponentType<Props> => ScriptFailure) }))
}

/** As `lazyComponent`, for what a press opens over the page: where its code does not arrive, a message says so and the page stays as it is. */
export function lazyOverlay<Props extends { onClose: () => void }>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await loadScript(load).catch((): ComponentType<Props> => MissingOverlay) }))
}

/** As `lazyComponent`, for what a page is whole without: where its code does not arrive, nothing takes its place, or `instead`. */
export function lazyExtra<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: ComponentType<Props> = () => null,
) {
  return lazy(async () => ({ default: await loadScript(load).catch(() => instead) }))
}
