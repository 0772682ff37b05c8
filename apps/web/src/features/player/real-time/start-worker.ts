import { allowWorker } from '../../../lib/browser/workers/trusted-worker.ts'
import type { FromWorker } from './messages.ts'
import workerUrl from './real-time-worker.ts?worker&url'

/** A worker that was started ahead of a playback. The first one of a page may be from src/player-files.ts. */
const ahead = globalThis as { waitingWorker?: Worker | undefined }

/** What the page has opened ahead of its first playback, and what the worker has said since. */
export interface OpenedStream {
  worker: Worker
  streamId: string
  messages: FromWorker[]
}

const opened = globalThis as { openedStream?: OpenedStream | undefined }

let hasStarted = false

/** Their code could not be loaded. */
const broken = new WeakSet<Worker>()

/** A worker for one playback. It is not part of the engine, so that it starts while the engine and the token are being fetched. */
export function startWorker(streamId: string): Worker {
  const { openedStream } = opened
  if (openedStream && openedStream.streamId !== streamId) dropOpened(openedStream)
  const worker = ahead.waitingWorker ?? newWorker()
  ahead.waitingWorker = undefined
  hasStarted = true
  // Until the engine listens.
  worker.onerror = () => broken.add(worker)
  return worker
}

/** The stream that a worker has opened ahead. */
export function takeOpened(worker: Worker): OpenedStream | undefined {
  const { openedStream } = opened
  if (openedStream?.worker !== worker) return undefined
  opened.openedStream = undefined
  return openedStream
}

function dropOpened({ worker }: OpenedStream): void {
  worker.terminate()
  opened.openedStream = undefined
  if (ahead.waitingWorker === worker) ahead.waitingWorker = undefined
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
