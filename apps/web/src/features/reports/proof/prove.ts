import { allowWorker } from '../../../lib/browser/workers/trusted-worker.ts'
import workerUrl from './proof-worker.ts?worker&url'
import type { Puzzles } from './solve-puzzles.ts'

/** Solves the puzzles beside the page, which stays usable. Rejects when the worker's code cannot be fetched. */
export function prove(puzzles: Puzzles): Promise<number[]> {
  allowWorker(workerUrl)
  const worker = new Worker(workerUrl, { type: 'module' })
  return new Promise<number[]>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<number[]>) => resolve(data))
    worker.addEventListener('error', () => reject(new Error('the puzzles cannot be solved')))
    worker.postMessage(puzzles)
  }).finally(() => worker.terminate())
}
