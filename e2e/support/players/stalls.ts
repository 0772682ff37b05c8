import type { Page } from 'playwright-core'

interface Sample {
  atMs: number
  time: number
}

/** Starts to record the playback position ten times a second. A reload of the page would end the recording. */
export async function recordPicture(page: Page): Promise<void> {
  await page.evaluate(() => {
    const samples: { atMs: number; time: number }[] = []
    Object.assign(globalThis, { pictureSamples: samples })
    setInterval(() => {
      const time = document.querySelector('video')?.currentTime
      if (time !== undefined) samples.push({ atMs: Date.now(), time })
    }, 100)
  })
}

/** Waits until the video plays again. Returns the time from `backAtMs` to the end of the last stall, in milliseconds. */
export async function waitUntilResumed(page: Page, sinceMs: number, backAtMs: number): Promise<number> {
  await page.waitForFunction(
    (backMs) => {
      const samples = (globalThis as unknown as { pictureSamples: { atMs: number; time: number }[] }).pictureSamples
      const last = samples.filter(({ atMs }) => atMs > backMs).slice(-10)
      return last.length === 10 && last.every(({ time }, index) => index === 0 || time > (last[index - 1]?.time ?? 0))
    },
    backAtMs,
    { polling: 100, timeout: 90_000 },
  )
  const stalls = await stallsSince(page, sinceMs)
  return Math.max(0, ...stalls.map(({ untilMs }) => untilMs - backAtMs))
}

/** Stalls of more than a second that ended after `sinceMs`. The last one may still continue. */
export async function stallsSince(page: Page, sinceMs: number): Promise<{ fromMs: number; untilMs: number }[]> {
  const samples = await page.evaluate(() => (globalThis as unknown as { pictureSamples: Sample[] }).pictureSamples)
  const stalls: { fromMs: number; untilMs: number }[] = []
  let moved = samples[0]
  for (const sample of samples) {
    if (moved === undefined || sample.time === moved.time) continue
    if (sample.atMs - moved.atMs > 1000) stalls.push({ fromMs: moved.atMs, untilMs: sample.atMs })
    moved = sample
  }
  const last = samples.at(-1)
  if (last && moved && last.atMs - moved.atMs > 1000) stalls.push({ fromMs: moved.atMs, untilMs: last.atMs })
  return stalls.filter(({ untilMs }) => untilMs > sinceMs)
}
