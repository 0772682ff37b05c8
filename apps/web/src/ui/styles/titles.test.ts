import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { launchChromium } from '../../testing/chromium.ts'

it('a title in any script that is too long keeps its beginning, and lies at the left', async () => {
  const styles = await readFile(join(import.meta.dirname, 'text.css'), 'utf8')
  const browser = await launchChromium()
  const page = await browser.newPage()
  await page.setContent(`<style>${styles}</style>
    <p class="one-line" style="width: 200px">A title that is far longer than the line that it stands in</p>
    <p class="one-line" style="width: 200px">כותרת ארוכה בהרבה מהשורה שבה היא עומדת (חלק 2)</p>
    <p class="one-line" style="width: 400px">קצר</p>`)
  const shown = await page.locator('p').evaluateAll((titles) =>
    titles.map((title) => {
      const range = document.createRange()
      range.setStart(title.firstChild as Node, 0)
      range.setEnd(title.firstChild as Node, 1)
      const [first, box] = [range.getBoundingClientRect(), title.getBoundingClientRect()]
      return { beginsInside: first.left >= box.left && first.right <= box.right, left: first.left - box.left }
    }),
  )
  expect(shown.map(({ beginsInside }) => beginsInside)).toEqual([true, true, true])
  expect(shown.at(-1)?.left).toBeLessThan(100)
  await browser.close()
})
