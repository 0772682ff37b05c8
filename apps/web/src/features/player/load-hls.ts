import type Hls from 'hls.js'
import { allowWorker } from './trusted-worker.ts'

export interface HlsLibrary {
  Hls: typeof Hls
  workerPath: string
}

let loading: Promise<HlsLibrary> | undefined

/** Fetches the player library once; a failed attempt is forgotten, so that the next one asks again. */
export function loadHls(): Promise<HlsLibrary> {
  loading ??= Promise.all([import('hls.js'), import('hls.js/dist/hls.worker.js?url')])
    .then(([library, worker]) => {
      allowWorker(worker.default)
      return { Hls: library.default, workerPath: worker.default }
    })
    .catch((error: unknown) => {
      loading = undefined
      throw error
    })
  return loading
}
