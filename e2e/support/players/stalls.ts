import type { Page } from 'playwright-core'

interface Sample {
  atMs: number
  time: number
}

/** From now on notes what the player shows, several times a second. A reload of the page would end it. */
export async function watchPicture(page: Page): Promise<void> {
  await page.evaluate(() => {
    const samples: { atMs: number; time: number }[] = []
    Object.assign(globalThis, { pictureSamples: samples })
    setInterval(() => {
      const time = document.querySelector('video')?.currentTime
      if (time !== undefined) samples.push({ atMs: Date.now(), time })
    }, 100)
  })
}

/** Waits until the picture moves again; returns how long after `backAtMs` it last stood still. */
export async function untilResumed(page: Page, sinceMs: number, backAtMs: number): Promise<number> {
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

/** When the picture stood still for more than a second since `sinceMs`: from when to when, the last one perhaps still. */
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
