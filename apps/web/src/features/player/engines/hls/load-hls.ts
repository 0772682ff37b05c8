import type Hls from 'hls.js'
import workerPath from 'hls.js/dist/hls.worker.js?url'
import { loadScript } from '../../../../lib/browser/load-script.ts'
import { lendWorker } from '../../../../lib/browser/workers/lent-worker.ts'
import { allowWorker } from '../../../../lib/browser/workers/trusted-worker.ts'

interface HlsLibrary {
  Hls: typeof Hls
  workerPath: string
}

/** The first one of a page may be from src/player-files.ts. */
const ahead = globalThis as { waitingHlsWorker?: Worker | undefined }

let hasLent = false
let loading: Promise<HlsLibrary> | undefined

/**
 * Imports hls.js once. The light build leaves out subtitles, alternate audio and EME, none of which our streams have. A failed
 * import is not cached, so the next call tries again.
 */
export function loadHls(): Promise<HlsLibrary> {
  loading ??= loadScript(() => import('hls.js/light'))
    .then((library) => {
      allowWorker(workerPath)
      if (ahead.waitingHlsWorker) lendHlsWorker(ahead.waitingHlsWorker)
      return { Hls: library.default, workerPath }
    })
    .catch((error: unknown) => {
      loading = undefined
      throw error
    })
  return loading
}

/** Imports hls.js, and starts its worker for the first playback, which is about to begin: hls.js does so with the first media. */
export async function prepareHls(): Promise<void> {
  await loadHls()
  if (!hasLent) lendHlsWorker(new Worker(workerPath))
}

function lendHlsWorker(worker: Worker): void {
  hasLent = true
  ahead.waitingHlsWorker = undefined
  lendWorker(worker, workerPath)
}

/** Puts everything that hls.js needs into memory or into the browser's cache, so that it can start while the network is gone. */
export async function preloadHls(): Promise<void> {
  const { workerPath } = await loadHls()
  const worker = await fetch(workerPath, { priority: 'low' })
  // Only what was read to its end is kept.
  await worker.arrayBuffer()
}
