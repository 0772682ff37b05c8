import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { openScreen } from './open-screen.ts'
import { devices, type PictureSize } from './picture-sizes.ts'
import type { Screen } from './screens.ts'

/** A screen that does not come is reported, and the next one is taken. */
const timeoutMs = 30_000

export interface PictureOrder {
  folder: string
  sizes: readonly PictureSize[]
  themes: readonly ('dark' | 'light')[]
  /** Pixels of the picture for a pixel of the page. */
  scale?: number
  /** PNG where the pictures are made into others. */
  type?: 'jpeg' | 'png'
}

/**
 * Opens the screen once on each kind of device, and saves it in each of its sizes: `folder/1440-dark/NAME.jpg`. Returns what went
 * wrong.
 */
export async function takePictures(
  browser: Browser,
  siteUrl: string,
  screen: Screen,
  token: string | undefined,
  { folder, sizes, themes, scale = 1, type = 'jpeg' }: PictureOrder,
): Promise<string[]> {
  const failures: string[] = []
  for (const device of devices) {
    const own = sizes.filter((size) => size.device === device)
    const [first] = own
    if (first === undefined || (screen.isUpright && device === 'phone-on-its-side')) continue
    const options = {
      token,
      viewport: { width: first.width, height: first.height },
      deviceScaleFactor: scale,
      ...(device !== 'mouse' && { hasTouch: true, isMobile: true }),
    }
    const { context, page } = await openScreen(browser, siteUrl, screen, options)
    context.setDefaultTimeout(timeoutMs)
    try {
      for (const text of screen.texts) await page.getByText(text).first().waitFor({ state: 'attached' })
      await screen.act?.(page)
      for (const { name, width, height } of own) {
        await page.setViewportSize({ width, height })
        for (const colorScheme of themes) {
          await page.emulateMedia({ colorScheme })
          // Pictures that come into view are loaded; a broadcast is never idle.
          await page.waitForLoadState('networkidle', { timeout: 700 }).catch(() => undefined)
          await page.waitForFunction(hasPictures, undefined, { timeout: 3000 }).catch(() => undefined)
          const directory = join(folder, `${name}-${colorScheme}`)
          await mkdir(directory, { recursive: true })
          const path = join(directory, `${screen.name}.${type === 'jpeg' ? 'jpg' : 'png'}`)
          await page.evaluate(endChanges)
          await page.screenshot({ path, type, ...(type === 'jpeg' && { quality: 88 }) })
        }
      }
    } catch (error) {
      failures.push(
        `${screen.name} (${own.map(({ name }) => name).join()}): ${error instanceof Error ? error.message : error}`,
      )
    } finally {
      await context.close()
    }
  }
  return failures
}

/** A change of the theme runs to its end at once. The fades of what scrolls stay where they are. */
function endChanges(): void {
  for (const animation of document.getAnimations()) {
    const isEndless = animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY
    if (animation.timeline === document.timeline && !isEndless) animation.finish()
  }
}

/** Whether the pictures in view have been loaded. */
function hasPictures(): boolean {
  return [...document.images].every((image) => {
    const { top, bottom, left, right, width } = image.getBoundingClientRect()
    const isInView = width > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
    return image.complete || !isInView
  })
}
