import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { launchChromium } from '../../testing/chromium.ts'

it('a row fades only at an end with more behind it', async () => {
  const styles = await builtStyles()
  const browser = await launchChromium()
  const page = await browser.newPage()
  await page.setContent(`<style>${styles}</style>
    <div class="chip-row" style="width: 300px"><div style="flex: none; width: 800px; height: 20px"></div></div>
    <div class="chip-row" style="width: 300px"><div style="flex: none; width: 200px; height: 20px"></div></div>`)
  const [long, short] = [page.locator('.chip-row').first(), page.locator('.chip-row').last()]
  const fades = (row: typeof long) =>
    row.evaluate((element) => {
      const style = getComputedStyle(element)
      return ['--scrolled', '--ahead'].map((name) => Number.parseFloat(style.getPropertyValue(name)))
    })
  const scrollTo = (left: number) => long.evaluate((element, at) => element.scrollTo(at, 0), left)
  await expect.poll(() => fades(long)).toEqual([0, 24])
  await scrollTo(200)
  await expect.poll(() => fades(long)).toEqual([24, 24])
  await scrollTo(10_000)
  await expect.poll(() => fades(long)).toEqual([24, 0])
  expect(await fades(short)).toEqual([0, 0])
  await browser.close()
})

/** As browsers get them: what makes them smaller writes some of them in another way. */
async function builtStyles(): Promise<string> {
  const assets = join(import.meta.dirname, '../../../dist/assets')
  const files = (await readdir(assets)).filter((file) => /^index-.*\.css$/.test(file))
  return (await Promise.all(files.map((file) => readFile(join(assets, file), 'utf8')))).join('\n')
}
