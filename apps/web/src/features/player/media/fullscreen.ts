import { limits } from '@waggle/contract/limits'
import { createStore, type Store } from '../../../lib/store/store.ts'

interface FullscreenState {
  isFullscreen: boolean
  /** The element fills the page because the browser did not give it the screen. */
  isFillingPage: boolean
}

/** TypeScript does not know that it can be locked, and not every browser can. */
type LockableOrientation = Partial<ScreenOrientation> & { lock?(orientation: 'landscape'): Promise<void> }

export interface Fullscreen extends Store<FullscreenState> {
  toggle(): void
  close(): void
}

/**
 * Fullscreen of one element, or of the page around it whose chat can stand beside it (`data-fullscreen-area`). On a phone (768 px or
 * less) rotating to landscape enters it and rotating back leaves it (rule WATCH-3). It would lie over a dialog, which keeps touches from
 * it, and the keyboard makes the pages of some browsers wider than high.
 */
export function createFullscreen(element: HTMLElement): Fullscreen {
  const store = createStore<FullscreenState>({ isFullscreen: false, isFillingPage: false })
  const landscape = matchMedia('(orientation: landscape)')
  const abort = new AbortController()
  const { signal } = abort

  const hasScreen = () => document.fullscreenElement?.contains(element) ?? false

  async function enter(): Promise<void> {
    try {
      const area = element.closest('[data-fullscreen-area]') ?? element
      await area.requestFullscreen({ navigationUI: 'hide' })
    } catch {
      // iPhones have no fullscreen for elements, and other browsers may require a tap first.
      store.setState({ isFullscreen: true, isFillingPage: true })
    }
  }

  /** A phone that is held upright would show a wide picture as a band. Most other devices refuse. */
  async function turnToPicture(): Promise<void> {
    const video = element.querySelector('video')
    if (landscape.matches || !video || video.videoWidth <= video.videoHeight) return
    await (screen.orientation as LockableOrientation | undefined)?.lock?.('landscape')
  }

  function exit(): void {
    store.setState({ isFullscreen: false, isFillingPage: false })
    if (hasScreen()) void document.exitFullscreen().catch(() => undefined)
  }

  document.addEventListener(
    'fullscreenchange',
    () => {
      const isFullscreen = hasScreen()
      store.setState({ isFullscreen, isFillingPage: false })
      if (!isFullscreen) (screen.orientation as LockableOrientation | undefined)?.unlock?.()
    },
    { signal },
  )
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Escape' && store.getState().isFillingPage) exit()
    },
    { signal },
  )
  landscape.addEventListener(
    'change',
    () => {
      // The shorter side is the width of a phone that is held upright.
      if (Math.min(innerWidth, innerHeight) > limits.mobileMaxWidthPx) return
      if (!landscape.matches) exit()
      // A window that was made wider has not been turned.
      else if (matchMedia('(pointer: coarse)').matches && !document.querySelector('dialog:modal,textarea:focus'))
        void enter()
    },
    { signal },
  )

  return {
    ...store,
    toggle() {
      // The event that tells the store comes later than the screen.
      if (store.getState().isFullscreen || hasScreen()) exit()
      else
        void enter()
          .then(turnToPicture)
          .catch(() => undefined)
    },
    close: () => abort.abort(),
  }
}
