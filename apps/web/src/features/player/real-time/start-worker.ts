import { allowWorker } from '../../../lib/browser/trusted-worker.ts'
import workerUrl from './real-time-worker.ts?worker&url'

/** Starts the worker of a playback. It is not part of the engine, so that it starts while the engine and the token are being fetched. */
export function startWorker(): Worker {
  allowWorker(workerUrl)
  return new Worker(workerUrl, { type: 'module' })
}

let isPreloaded = false

/** Fetches the worker's code into the browser's cache. */
export function preloadWorker(): void {
  if (isPreloaded) return
  isPreloaded = true
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.crossOrigin = 'anonymous'
  link.href = workerUrl
  document.head.append(link)
}
