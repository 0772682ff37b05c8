import { loadScript } from '../../../lib/browser/load-script.ts'

type RealTimeLibrary = typeof import('./real-time-engine.ts')

let loading: Promise<RealTimeLibrary> | undefined

/** Imports the real-time player once. A failed import is not cached, so the next call tries again. */
export function loadRealTime(): Promise<RealTimeLibrary> {
  loading ??= loadScript(() => import('./real-time-engine.ts')).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}
