import type Hls from 'hls.js'
import workerPath from 'hls.js/dist/hls.worker.js?url'
import { allowWorker } from './trusted-worker.ts'

export interface HlsLibrary {
  Hls: typeof Hls
  workerPath: string
}

let loading: Promise<HlsLibrary> | undefined

/**
 * Fetches the player library once: the light build, which leaves out subtitles, alternate audio and EME, none of which our
 * streams have; a failed attempt is forgotten, so that the next one asks again.
 */
export function loadHls(): Promise<HlsLibrary> {
  loading ??= import('hls.js/light')
    .then((library) => {
      allowWorker(workerPath)
      return { Hls: library.default, workerPath }
    })
    .catch((error: unknown) => {
      loading = undefined
      throw error
    })
  return loading
}
