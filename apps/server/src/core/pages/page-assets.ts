import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pagePaths } from '@waggle/contract/pages/page-addresses'

/** An entry of Vite's manifest (vite.dev, 'Backend Integration'). */
interface ManifestEntry {
  file: string
  name?: string
  imports?: string[]
  css?: string[]
}

/** Chunks that are needed after the page has been drawn. */
const lowPriorityChunks = ['hls.light', 'chat']

/** The chunks of each page that are not part of the first load, by the names that the build gives them. */
const chunksOfPages: Readonly<Record<string, readonly string[]>> = {
  [pagePaths.watch]: ['watch', 'hls.light', 'chat'],
  [pagePaths.replay]: ['replay', 'hls.light'],
  [pagePaths.embed]: ['embed', 'hls.light'],
  [pagePaths.directory]: ['directory'],
  [pagePaths.following]: ['following'],
  [pagePaths.faq]: ['faq'],
  [pagePaths.streamKey]: ['stream-key'],
  [pagePaths.dashboard]: ['dashboard'],
  [pagePaths.sessions]: ['sessions'],
  [pagePaths.login]: ['login'],
  [pagePaths.chat]: ['chat-page'],
  [pagePaths.overlay]: ['overlay-page'],
}

/**
 * Returns a function that gives the tags that fetch a page's scripts and styles together with those of the first load; otherwise the
 * first load would have to run before it requests them. Without a manifest there are no tags.
 */
export function readPageAssets(distDir: string): (page: string) => string {
  const manifest = readManifest(join(distDir, 'pages.json'))
  const keysOfChunk = (name: string) => Object.keys(manifest).filter((key) => manifest[key]?.name === name)
  const firstLoad = withImports(keysOfChunk('index'))

  function withImports(keys: readonly string[], without = new Set<string>()): Set<string> {
    const found = new Set(keys)
    for (const key of found) {
      for (const imported of manifest[key]?.imports ?? []) if (!without.has(imported)) found.add(imported)
    }
    return found
  }

  return (page) => {
    const chunks = chunksOfPages[page] ?? []
    const urgent = withImports(
      chunks.filter((chunk) => !lowPriorityChunks.includes(chunk)).flatMap(keysOfChunk),
      firstLoad,
    )
    const all = withImports([...urgent, ...chunks.flatMap(keysOfChunk)], firstLoad)
    const styles = new Set([...urgent].flatMap((key) => manifest[key]?.css ?? []))
    return [
      ...[...styles].map((path) => `<link rel="stylesheet" crossorigin href="/${path}" />`),
      ...[...all].map((key) => {
        const priority = urgent.has(key) ? '' : ' fetchpriority="low"'
        return `<link rel="modulepreload" crossorigin${priority} href="/${manifest[key]?.file}" />`
      }),
    ].join('')
  }
}

function readManifest(path: string): Record<string, ManifestEntry> {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}
