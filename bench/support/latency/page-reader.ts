import type { Page } from 'playwright-core'

/** What a visitor saw of a page. Times are in milliseconds since the page was opened or since the last click. */
export interface PageReading {
  /** Largest contentful paint so far; `largestPaintOf` is its element. */
  largestPaintMs: number | undefined
  largestPaintOf: string
  /** Sum of the layout shifts without recent input. */
  layoutShift: number
  /** The first picture of the stream that was decoded, in a video or a canvas. */
  firstFrameMs: number | undefined
  /** When the second picture of a video was shown: it moves. */
  movesMs: number | undefined
}

/** Between two pictures of the broadcasts that are measured. */
const pictureIntervalMs = 1000 / 30

/** Must run before the page is opened. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript((intervalMs) => {
    const reading: PageReading = {
      largestPaintMs: undefined,
      largestPaintOf: '',
      layoutShift: 0,
      firstFrameMs: undefined,
      movesMs: undefined,
    }
    Object.assign(globalThis, { pageReading: reading })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[]) {
        reading.largestPaintMs = entry.startTime
        reading.largestPaintOf = entry.element?.tagName.toLowerCase() ?? ''
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) reading.layoutShift += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })

    let startMs = 0
    addEventListener(
      'click',
      (event) => {
        startMs = event.timeStamp
        reading.firstFrameMs = undefined
        reading.movesMs = undefined
      },
      { capture: true },
    )
    const seen = new WeakSet<HTMLVideoElement>()
    const drawn = new WeakSet<Element>()
    const findPictures = () => {
      for (const video of document.querySelectorAll('video')) {
        if (seen.has(video)) continue
        seen.add(video)
        video.requestVideoFrameCallback((nowMs) => {
          reading.firstFrameMs ??= nowMs - startMs
          // The page may be busy while the video moves, and hear of a later picture only.
          video.requestVideoFrameCallback((_, { presentationTime, presentedFrames }) => {
            reading.movesMs ??= presentationTime - (presentedFrames - 2) * intervalMs - startMs
          })
        })
      }
      // What was drawn on a canvas is on the screen before the next frame but one of the page.
      for (const canvas of document.querySelectorAll('.first-picture > canvas[width]')) {
        if (drawn.has(canvas)) continue
        drawn.add(canvas)
        requestAnimationFrame(() =>
          requestAnimationFrame((nowMs) => {
            reading.firstFrameMs ??= nowMs - startMs
          }),
        )
      }
    }
    const observed = { childList: true, subtree: true, attributeFilter: ['width'] }
    new MutationObserver(findPictures).observe(document, observed)
  }, pictureIntervalMs)
}

export async function readPage(page: Page): Promise<PageReading> {
  return page.evaluate(() => (globalThis as unknown as { pageReading: PageReading }).pageReading)
}

/** Resolves once the stream moves. */
export async function waitUntilMoving(page: Page): Promise<void> {
  await page.waitForFunction(
    () => (globalThis as unknown as { pageReading: PageReading }).pageReading.movesMs !== undefined,
    undefined,
    { timeout: 20_000 },
  )
}
