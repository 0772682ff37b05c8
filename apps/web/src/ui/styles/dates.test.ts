import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { launchChromium } from '../../testing/chromium.ts'

it('the part of a date that is typed has the accent, not the colour of the system', async () => {
  const read = (name: string) => readFile(join(import.meta.dirname, name), 'utf8')
  const browser = await launchChromium()
  const page = await browser.newPage()
  await page.setContent(`<style>${await read('tokens.css')}${await read('base.css')}</style>
    <input type="datetime-local" value="2026-12-01T19:30">`)
  const input = page.locator('input')
  const accentPixels = async () => {
    const picture = (await input.screenshot()).toString('base64')
    return page.evaluate(async (data) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob())
      const context = new OffscreenCanvas(image.width, image.height).getContext(
        '2d',
      ) as OffscreenCanvasRenderingContext2D
      context.drawImage(image, 0, 0)
      const { data: values } = context.getImageData(0, 0, image.width, image.height)
      let count = 0
      // --accent-fill.
      for (let at = 0; at < values.length; at += 4) {
        if (values[at] === 0xff && values[at + 1] === 0xb0 && values[at + 2] === 0x2e) count += 1
      }
      return count
    }, picture)
  }
  expect(await accentPixels()).toBe(0)
  await input.focus()
  // About two digits wide and a line high.
  expect(await accentPixels()).toBeGreaterThan(100)
  await browser.close()
})
