import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml } from '@waggle/contract/embed/embed-code'
import { pagePaths } from '@waggle/contract/pages/page-addresses'
import type { PageStart } from './page-answers.ts'

/** An entry of Vite's manifest (vite.dev, 'Backend Integration'). */
interface ManifestEntry {
  file: string
  name?: string
  imports?: string[]
  css?: string[]
  assets?: string[]
}

type PlayerStart = Pick<PageStart, 'playlist' | 'token' | 'key' | 'picture' | 'socket' | 'streamId' | 'isStreamFirst'>

export interface PageAssets {
  /**
   * The tags that fetch a page's scripts and styles together with those of the first load; otherwise the first load would have to run
   * before it requests them.
   */
  tagsOf(page: string): string
  /**
   * Puts off what a page with these tags fetches and does not need to show its stream. The scripts that play it are fetched by the page's
   * first script (apps/web/src/player-files.ts), and those of the app and its pages, with their styles, behind that
   * (apps/web/src/main.ts).
   */
  putOff(page: string): string
  /** The tag that fetches the files of the player for the mode in which it will play a live stream (apps/web/src/player-files.ts). */
  playerTag(start: PlayerStart, isRealTimeOffered: boolean): string
}

/** Chunks that are needed after the page has been drawn. */
const lowPriorityChunks = ['chat', 'channel-chat']

/** The chunks of each page that are not part of the first load, by the names that the build gives them. */
const chunksOfPages: Readonly<Record<string, readonly string[]>> = {
  [pagePaths.watch]: ['playback', 'watch', 'chat', 'channel-chat'],
  [pagePaths.replay]: ['playback', 'hls.light', 'replay'],
  [pagePaths.clip]: ['playback', 'hls.light', 'clip'],
  [pagePaths.embed]: ['playback', 'embed'],
  [pagePaths.directory]: ['directory'],
  [pagePaths.following]: ['following'],
  [pagePaths.faq]: ['faq'],
  [pagePaths.streamKey]: ['stream-key'],
  [pagePaths.dashboard]: ['dashboard'],
  [pagePaths.sessions]: ['sessions'],
  [pagePaths.operate]: ['operate'],
  [pagePaths.report]: ['report'],
  [pagePaths.login]: ['login'],
  [pagePaths.sitePage]: ['site-page'],
  [pagePaths.chat]: ['chat-page'],
  [pagePaths.overlay]: ['overlay-page'],
}

/** The workers of the player, by the beginnings of their files' names. */
const workers = { realTime: /\/real-time-worker-/, sound: /\/playout-worklet-/, lowDelay: /\/hls\.worker-/ }

/** Without a manifest there are no tags, and without the script that fetches the player's files none for that. */
export function readPageAssets(distDir: string, playerFiles: string): PageAssets {
  const manifest = readManifest(join(distDir, 'pages.json'))
  const keysOfChunk = (name: string) => Object.keys(manifest).filter((key) => manifest[key]?.name === name)
  const firstLoad = withImports([...keysOfChunk('index'), ...keysOfChunk('app')])
  const playing = [...withImports([...keysOfChunk('index'), ...keysOfChunk('playback')])].map((key) => manifest[key])
  const playingScripts = playing.flatMap((entry) => entry?.file ?? [])
  const playingStyles = playing.flatMap((entry) => entry?.css ?? [])

  function withImports(keys: readonly string[], without = new Set<string>()): Set<string> {
    const found = new Set(keys)
    for (const key of found) {
      for (const imported of manifest[key]?.imports ?? []) if (!without.has(imported)) found.add(imported)
    }
    return found
  }

  function tagsOf(page: string): string {
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

  function playerTag(start: PlayerStart, isRealTimeOffered: boolean): string {
    if (playerFiles === '') return ''
    const known = withImports([...firstLoad, ...keysOfChunk('playback')])
    const filesOf = (chunk: string) =>
      [...withImports(keysOfChunk(chunk), known)].flatMap((key) => manifest[key]?.file ?? [])
    const assets = Object.values(manifest).flatMap((entry) => entry.assets ?? [])
    const assetOf = (pattern: RegExp) => assets.filter((file) => pattern.test(file)).slice(0, 1)
    const data = {
      ...(isRealTimeOffered && {
        'real-time': [...filesOf('real-time-engine'), ...assetOf(workers.sound)],
        'real-time-worker': assetOf(workers.realTime),
      }),
      'low-delay': filesOf('hls.light'),
      'low-delay-worker': assetOf(workers.lowDelay),
      ...(start.isStreamFirst && { app: playingScripts }),
    }
    const attributes = Object.entries(data).map(
      ([name, files]) => ` data-${name}="${files.map((file) => `/${file}`).join(' ')}"`,
    )
    const { playlist, token, key, picture, socket, streamId } = start
    const addresses = Object.entries({ playlist: playlist ?? '', token, key, picture, socket, stream: streamId })
      .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
      .join('')
    return `<script${attributes.join('')}${addresses}>${playerFiles}</script>`
  }

  function putOff(page: string): string {
    // Nothing would fetch it.
    if (playerFiles === '') return page
    return (
      page
        .replace(/<link rel="(modulepreload|stylesheet)"([^>]* href="\/([^"]+)") ?\/?>/g, (tag, _, rest, href) => {
          if (playingScripts.includes(href)) return ''
          return playingStyles.includes(href) ? tag : `<link rel="later"${rest} />`
        })
        .replace('<script async type="module"', '<script async type="soon"')
        // Text has a fallback with the same metrics, and what the player needs would wait for a connection.
        .replace('<link rel="preload" as="font"', '$& fetchpriority="low"')
    )
  }

  return { tagsOf, putOff, playerTag }
}

function readManifest(path: string): Record<string, ManifestEntry> {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}
