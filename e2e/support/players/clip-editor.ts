import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { nextFrames } from '../browser/next-frames.ts'
import { numberIn } from '../encoders/numbered-picture.ts'

export const dialog = (page: Page): Locator => page.getByRole('dialog')
const preview = (page: Page): Locator => dialog(page).locator('video')

/** Moves a thumb of the clip editor with keys, and returns the number of the picture that is then shown. */
export async function moveThumb(page: Page, name: 'Start' | 'End', keys: string[]): Promise<number> {
  const thumb = dialog(page).getByRole('slider', { name })
  for (const key of keys.slice(0, -1)) await thumb.press(key)
  // On a busy machine the picture of before stays for a while.
  const lastSeek = await preview(page).evaluateHandle((element: HTMLVideoElement) => ({
    ends: new Promise<void>((resolve) => element.addEventListener('seeked', () => resolve(), { once: true })),
  }))
  await thumb.press(keys.at(-1)!)
  await lastSeek.evaluate(({ ends }) => ends)
  await expect.poll(() => preview(page).evaluate((element: HTMLVideoElement) => element.seeking)).toBe(false)
  // The picture follows the end of the seek.
  await nextFrames(page)
  let last = -1
  await expect
    .poll(async () => {
      const shown = await numberIn(preview(page))
      const isSame = shown === last
      last = shown
      return isSame
    })
    .toBe(true)
  return last
}
