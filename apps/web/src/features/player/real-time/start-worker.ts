import { allowWorker } from '../../../lib/browser/trusted-worker.ts'
import workerUrl from './real-time-worker.ts?worker&url'

/** A worker that was started ahead of a playback. The first one of a page may be from public/player-files.js. */
const ahead = globalThis as { waitingWorker?: Worker | undefined }

let hasStarted = false

/** Their code could not be loaded. */
const broken = new WeakSet<Worker>()

/** A worker for one playback. It is not part of the engine, so that it starts while the engine and the token are being fetched. */
export function startWorker(): Worker {
  const worker = ahead.waitingWorker ?? newWorker()
  ahead.waitingWorker = undefined
  hasStarted = true
  // Until the engine listens.
  worker.onerror = () => broken.add(worker)
  return worker
}

export function isBroken(worker: Worker): boolean {
  return broken.has(worker)
}

/** Starts the worker of the next playback, which may never come; of a second one in the same page only where it `isLikely`. */
export function startWorkerAhead(isLikely: boolean): void {
  if (ahead.waitingWorker || (hasStarted && !isLikely)) return
  const worker = newWorker()
  ahead.waitingWorker = worker
  worker.onerror = () => {
    if (ahead.waitingWorker === worker) ahead.waitingWorker = undefined
  }
}

function newWorker(): Worker {
  allowWorker(workerUrl)
  return new Worker(workerUrl, { type: 'module' })
}
