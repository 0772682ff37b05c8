import type Hls from 'hls.js'
import workerPath from 'hls.js/dist/hls.worker.js?url'
import { allowWorker } from './trusted-worker.ts'

export interface HlsLibrary {
  Hls: typeof Hls
  workerPath: string
}

let loading: Promise<HlsLibrary> | undefined

/** Fetches the player library once; a failed attempt is forgotten, so that the next one asks again. */
export function loadHls(): Promise<HlsLibrary> {
  loading ??= import('hls.js')
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
