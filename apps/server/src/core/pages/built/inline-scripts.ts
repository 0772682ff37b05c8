import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Scripts of the build that are part of the page: a request for them would delay everything that they request. */
export interface InlineScripts {
  /** Puts those that every page begins with into the built page, in place of their tags. */
  putInto(page: string): string
  /** Fetches what the player needs. */
  playerFiles: string
  /** What the content security policy has to name for these texts to run, and no others (T12). */
  policySources: string[]
}

export function readInlineScripts(distDir: string): InlineScripts {
  const ofAllPages = ['theme.js', 'script-watch.js'].map((name) => ({ name, text: readScript(join(distDir, name)) }))
  const playerFiles = readScript(join(distDir, 'player-files.js'))
  const policySources = [...ofAllPages.map(({ text }) => text), playerFiles]
    .filter((text) => text !== '')
    .map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)

  function putInto(page: string): string {
    return ofAllPages.reduce((filled, { name, text }) => {
      const tag = new RegExp(`<script src="/${name}"[^>]*></script>`)
      return text === '' ? filled : filled.replace(tag, () => `<script>${text}</script>`)
    }, page)
  }

  return { putInto, playerFiles, policySources }
}

/** Empty where the build has no such file. */
function readScript(path: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return ''
  }
  // It would end the script element, or begin a comment in it.
  if (/<\/script|<!--/i.test(text)) throw new Error(`${path} cannot be a part of a page`)
  return text
}
