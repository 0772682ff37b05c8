/**
 * Gives a worker that was started ahead to a library that starts its own, with `new Worker(address)`, when it needs it already: once, and
 * only for this address. A worker that could not be loaded is not given.
 */
export function lendWorker(worker: Worker, address: string): void {
  const { Worker: Native } = globalThis
  const restore = () => {
    globalThis.Worker = Native
  }
  worker.onerror = restore
  function Lent(asked: string | URL, options?: WorkerOptions): Worker {
    if (!`${asked}`.endsWith(address)) return new Native(asked, options)
    restore()
    return worker
  }
  globalThis.Worker = Lent as unknown as typeof Worker
}
