import type { Page } from 'playwright-core'

/** What a visitor saw of a page. Times are in milliseconds since the page was opened or since the last click. */
export interface PageReading {
  /** Largest contentful paint so far; `largestPaintOf` is its element. */
  largestPaintMs: number | undefined
  largestPaintOf: string
  /** Sum of the layout shifts without recent input. */
  layoutShift: number
  firstFrameMs: number | undefined
}

/** Must run before the page is opened. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const reading: PageReading = {
      largestPaintMs: undefined,
      largestPaintOf: '',
      layoutShift: 0,
      firstFrameMs: undefined,
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
      },
      { capture: true },
    )
    const seen = new WeakSet<HTMLVideoElement>()
    const findVideos = () => {
      for (const video of document.querySelectorAll('video')) {
        if (seen.has(video)) continue
        seen.add(video)
        video.requestVideoFrameCallback((nowMs) => {
          reading.firstFrameMs ??= nowMs - startMs
        })
      }
    }
    new MutationObserver(findVideos).observe(document, { childList: true, subtree: true })
  })
}

export async function readPage(page: Page): Promise<PageReading> {
  return page.evaluate(() => (globalThis as unknown as { pageReading: PageReading }).pageReading)
}

/** Resolves once the page's video has shown its first picture. */
export async function waitForFirstFrame(page: Page): Promise<void> {
  await page.waitForFunction(
    () => (globalThis as unknown as { pageReading: PageReading }).pageReading.firstFrameMs !== undefined,
    undefined,
    { timeout: 20_000 },
  )
}
