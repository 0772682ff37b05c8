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
