import type { CDPSession, Locator, Page } from 'playwright-core'
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

/** Moves a thumb of the clip editor with a finger. A thumb is 44 px wide, and its middle stands at its value. */
export async function dragThumb(finger: CDPSession, thumb: Locator, byPx: number): Promise<void> {
  const bar = await thumb.boundingBox()
  if (!bar) throw new Error('The bar is not shown')
  const share = Number(await thumb.inputValue()) / Number(await thumb.getAttribute('max'))
  const x = bar.x + 22 + (bar.width - 44) * share
  const at = (byX: number) => [{ x: x + byX, y: bar.y + bar.height / 2 }]
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (const part of [0.25, 0.5, 0.75, 1])
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(byPx * part) })
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Whether the controls of the player behind the editor are drawn. */
export function areControlsSeen(page: Page): Promise<boolean> {
  return page
    .locator('button[aria-label="Make a clip"]')
    .evaluate((button) => button.checkVisibility({ opacityProperty: true }))
}

/**
 * The editor in a sheet. It has a picture of its own, and the one behind it is no second one to press on (rule WATCH-11). The handles are
 * drawn alike, and a ring says which of them the keys move (rule CLIP-5).
 */
export async function expectSheet(page: Page): Promise<void> {
  await expectDarkPicture(page)
  await expectAlikeHandles(page)
}

async function expectDarkPicture(page: Page): Promise<void> {
  const gradient = await dialog(page).evaluate((sheet) => getComputedStyle(sheet, '::backdrop').backgroundImage)
  expect(gradient).toBe('none')
  await expect.poll(() => areControlsSeen(page)).toBe(false)
}

async function expectAlikeHandles(page: Page): Promise<void> {
  const thumbs = (['Start', 'End'] as const).map((name) => dialog(page).getByRole('slider', { name }))
  for (const [index, thumb] of thumbs.entries()) {
    // Keys show where they act.
    await thumb.press('Shift')
    const [start, end] = await thumb.evaluate((element) =>
      ['::before', '::after'].map((side) => {
        const drawn = getComputedStyle(element.parentElement?.querySelector('div + div') as Element, side)
        return { look: [drawn.width, drawn.background], hasRing: drawn.boxShadow !== 'none' }
      }),
    )
    expect(start?.look).toEqual(end?.look)
    expect(start?.look[0]).toBe('14px')
    expect([start?.hasRing, end?.hasRing]).toEqual([index === 0, index === 1])
  }
}
