import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'

const columns = { '390': 8, '320': 8, '844x390': 5, '768': 6, '1440': 4, '2560': 3 } as const
const sheetWidth = 1900
const rowsPerSheet = { '390': 2, '320': 2, '844x390': 6, '768': 2, '1440': 4, '2560': 3 } as const

/** Puts the pictures of each size and theme beside each other, with their names: `sheet-1440-dark-1.jpg`. */
export async function makeContactSheets(browser: Browser, folder: string): Promise<string[]> {
  const sheets = []
  for (const [size, perRow] of Object.entries(columns)) {
    for (const theme of ['dark', 'light']) {
      const directory = join(folder, `${size}-${theme}`)
      const files = (await readdir(directory).catch(() => [])).sort()
      const perSheet = perRow * rowsPerSheet[size as keyof typeof rowsPerSheet]
      for (let first = 0; first < files.length; first += perSheet) {
        const sheet = join(folder, `sheet-${size}-${theme}-${first / perSheet + 1}.jpg`)
        await writeFile(sheet, await makeSheet(browser, directory, files.slice(first, first + perSheet), perRow))
        sheets.push(sheet)
      }
    }
  }
  return sheets
}

async function makeSheet(browser: Browser, directory: string, files: string[], perRow: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: sheetWidth, height: 600 } })
  const figures = await Promise.all(
    files.map(async (file) => {
      const data = (await readFile(join(directory, file))).toString('base64')
      return `<figure><img src="data:image/jpeg;base64,${data}"><figcaption>${file.replace('.jpg', '')}</figcaption></figure>`
    }),
  )
  await page.setContent(
    `<style>body{margin:8px;background:#555;color:#fff;font:12px sans-serif;display:grid;gap:8px;grid-template-columns:repeat(${perRow},1fr)}
    figure{margin:0;min-width:0}img{display:block;width:100%}</style>${figures.join('')}`,
  )
  const sheet = await page.screenshot({ fullPage: true, type: 'jpeg', quality: 85 })
  await page.close()
  return sheet
}
