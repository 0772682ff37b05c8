import type { Page } from 'playwright-core'
import { clockGrid } from './clock-picture.ts'

/** What a viewer saw: the age of each picture when it was shown, how long it stood still for over a second, and the time of the first one. */
export interface ClockReading {
  ages: number[]
  standstillsMs: number[]
  firstFrameMs: number | undefined
  unreadable: number
  /** When the newest picture was shown, since the page was opened. */
  shownAtMs: number
}

/** Must run before the page is opened. Reads the clock of every frame that the page shows in a video or on a canvas. */
export async function watchClock(page: Page): Promise<void> {
  await page.addInitScript((grid) => {
    const reading: ClockReading = { ages: [], standstillsMs: [], firstFrameMs: undefined, unreadable: 0, shownAtMs: 0 }
    Object.assign(globalThis, { clockReading: reading })
    const canvas = new OffscreenCanvas(grid.columns * 8, grid.rows * 8)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('no canvas')

    const readTime = (picture: HTMLVideoElement | HTMLCanvasElement): number | undefined => {
      context.drawImage(picture, 0, 0, canvas.width, canvas.height)
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
      const bitAt = (cell: number) => {
        const x = (cell % grid.columns) * 8 + 4
        const y = Math.floor(cell / grid.columns) * 8 + 4
        return (data[(y * canvas.width + x) * 4] ?? 0) > 127
      }
      let time = 0
      let sum = 0
      for (let bit = 0; bit < grid.timeBits; bit += 1) {
        if (!bitAt(bit)) continue
        time += 2 ** bit
        sum += bit + 1
      }
      let check = 0
      for (let bit = 0; bit < 6; bit += 1) if (bitAt(grid.timeBits + bit)) check += 2 ** bit
      return check === (sum & 63) && time > 0 ? time : undefined
    }

    const readFrames = (video: HTMLVideoElement) => {
      let shownMs = Number.POSITIVE_INFINITY
      const onFrame = (nowMs: number) => {
        reading.firstFrameMs ??= performance.now()
        if (nowMs - shownMs > 1000) reading.standstillsMs.push(nowMs - shownMs)
        shownMs = nowMs
        reading.shownAtMs = performance.now()
        const madeMs = readTime(video)
        if (madeMs === undefined) reading.unreadable += 1
        else reading.ages.push(Date.now() - madeMs)
        video.requestVideoFrameCallback(onFrame)
      }
      video.requestVideoFrameCallback(onFrame)
    }
    const readCanvas = (shown: HTMLCanvasElement, previousMs = 0) => {
      const madeMs = shown.width > 0 ? readTime(shown) : undefined
      // A canvas may show anything until the player draws on it, and says nothing when it shows the next frame.
      const isNew = madeMs !== undefined && madeMs !== previousMs && Math.abs(Date.now() - madeMs) < 60_000
      if (isNew) {
        reading.shownAtMs = performance.now()
        reading.firstFrameMs ??= reading.shownAtMs
        reading.ages.push(Date.now() - madeMs)
      }
      requestAnimationFrame(() => readCanvas(shown, isNew ? madeMs : previousMs))
    }
    const seen = new WeakSet<Element>()
    const findPictures = () => {
      for (const picture of document.querySelectorAll<HTMLVideoElement | HTMLCanvasElement>('video, canvas')) {
        if (seen.has(picture)) continue
        seen.add(picture)
        if (picture instanceof HTMLVideoElement) readFrames(picture)
        else readCanvas(picture)
      }
    }
    new MutationObserver(findPictures).observe(document, { childList: true, subtree: true })
  }, clockGrid)
}

/** Returns what was read since the previous call. A picture that still stands after a second is a standstill, too. */
export async function takeReading(page: Page): Promise<ClockReading> {
  return page.evaluate(() => {
    const { clockReading } = globalThis as unknown as { clockReading: ClockReading }
    const stillMs = performance.now() - clockReading.shownAtMs
    const taken = {
      ...clockReading,
      ages: [...clockReading.ages],
      standstillsMs: [...clockReading.standstillsMs, ...(stillMs > 1000 ? [stillMs] : [])],
    }
    clockReading.ages.length = 0
    clockReading.standstillsMs.length = 0
    return taken
  })
}
