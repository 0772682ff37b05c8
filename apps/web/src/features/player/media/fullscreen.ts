import { limits } from '@waggle/contract/limits'
import { createStore, type Store } from '../../../lib/store/store.ts'

interface FullscreenState {
  isFullscreen: boolean
  /** The element fills the page because the browser did not give it the screen. */
  isFillingPage: boolean
}

export interface Fullscreen extends Store<FullscreenState> {
  enter(): Promise<void>
  exit(): Promise<void>
  toggle(): void
  close(): void
}

/**
 * Fullscreen of one element. On a phone (768 px or less) rotating to landscape enters it and rotating back leaves it (rule WATCH-3).
 */
export function createFullscreen(element: HTMLElement): Fullscreen {
  const store = createStore<FullscreenState>({ isFullscreen: false, isFillingPage: false })
  const landscape = matchMedia('(orientation: landscape)')
  const abort = new AbortController()
  const { signal } = abort

  async function enter(): Promise<void> {
    try {
      await element.requestFullscreen({ navigationUI: 'hide' })
    } catch {
      // iPhones have no fullscreen for elements, and other browsers may require a tap first.
      store.setState({ isFullscreen: true, isFillingPage: true })
    }
  }

  async function exit(): Promise<void> {
    store.setState({ isFillingPage: false, isFullscreen: false })
    if (document.fullscreenElement === element) await document.exitFullscreen().catch(() => undefined)
  }

  document.addEventListener(
    'fullscreenchange',
    () => store.setState({ isFullscreen: document.fullscreenElement === element, isFillingPage: false }),
    { signal },
  )
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Escape' && store.getState().isFillingPage) void exit()
    },
    { signal },
  )
  landscape.addEventListener(
    'change',
    () => {
      // After rotating to landscape, the portrait width is the height.
      const portraitWidth = landscape.matches ? innerHeight : innerWidth
      if (portraitWidth > limits.mobileMaxWidthPx) return
      if (landscape.matches) void enter()
      else void exit()
    },
    { signal },
  )

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    enter,
    exit,
    toggle: () => void (store.getState().isFullscreen ? exit() : enter()),
    close: () => abort.abort(),
  }
}
