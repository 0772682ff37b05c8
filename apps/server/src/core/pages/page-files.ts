import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pagePaths } from '@waggle/contract/pages/page-addresses'

/** What vite writes down of a built file (vite.dev, 'Backend Integration'). */
interface BuiltFile {
  file: string
  name?: string
  imports?: string[]
  css?: string[]
}

/** Needed once the page has been drawn. */
const laterParts = ['hls.light', 'chat']

/** By address: the parts that a page consists of besides the first load, as the build names them. */
const partsOfPages: Readonly<Record<string, readonly string[]>> = {
  [pagePaths.watch]: ['watch', 'hls.light', 'chat'],
  [pagePaths.embed]: ['embed', 'hls.light'],
  [pagePaths.directory]: ['directory'],
  [pagePaths.following]: ['following'],
  [pagePaths.faq]: ['faq'],
  [pagePaths.streamKey]: ['stream-key'],
  [pagePaths.dashboard]: ['dashboard'],
  [pagePaths.login]: ['login'],
  [pagePaths.chat]: ['chat-page'],
  [pagePaths.overlay]: ['overlay-page'],
}

/**
 * Tags for the head of each page that fetch its scripts and styles together with those of the first load, which would otherwise have
 * to run before they are asked for. None for a build that does not say what it is made of.
 */
export function readPageFiles(distDir: string): (page: string) => string {
  const built = readManifest(join(distDir, 'pages.json'))
  const named = (name: string) => Object.keys(built).filter((key) => built[key]?.name === name)
  const first = withImports(named('index'))

  function withImports(keys: readonly string[], without = new Set<string>()): Set<string> {
    const found = new Set(keys)
    for (const key of found) {
      for (const imported of built[key]?.imports ?? []) if (!without.has(imported)) found.add(imported)
    }
    return found
  }

  return (page) => {
    const parts = partsOfPages[page] ?? []
    const now = withImports(parts.filter((part) => !laterParts.includes(part)).flatMap(named), first)
    const all = withImports([...now, ...parts.flatMap(named)], first)
    const styles = new Set([...now].flatMap((key) => built[key]?.css ?? []))
    return [
      ...[...styles].map((path) => `<link rel="stylesheet" crossorigin href="/${path}" />`),
      ...[...all].map((key) => {
        const priority = now.has(key) ? '' : ' fetchpriority="low"'
        return `<link rel="modulepreload" crossorigin${priority} href="/${built[key]?.file}" />`
      }),
    ].join('')
  }
}

function readManifest(path: string): Record<string, BuiltFile> {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}
