import type { HlsConfig, Loader, LoaderCallbacks, LoaderConfiguration, LoaderContext, LoaderStats } from 'hls.js'
import type { HlsKeys } from './hls-keys.ts'

/**
 * A key loader for hls.js that fetches through `keys`. While a key is being retried hls.js simply waits: it only gets to know of a key
 * or of a final refusal.
 */
export function createKeyLoader(keys: HlsKeys): HlsConfig['loader'] {
  return class implements Loader<LoaderContext> {
    context: LoaderContext | null = null
    stats = newStats()
    #callbacks: LoaderCallbacks<LoaderContext> | undefined
    readonly #abort = new AbortController()

    load(context: LoaderContext, _: LoaderConfiguration, callbacks: LoaderCallbacks<LoaderContext>): void {
      this.context = context
      this.#callbacks = callbacks
      this.stats.loading.start = performance.now()
      void keys.fetchKey(context.url, this.#abort.signal).then((result) => {
        if (!result || this.#abort.signal.aborted) return
        this.stats.loading.end = performance.now()
        if ('key' in result) {
          callbacks.onSuccess({ url: context.url, data: result.key, code: 200 }, this.stats, context, null)
        } else callbacks.onError({ code: result.status, text: '' }, context, null, this.stats)
      })
    }

    abort(): void {
      this.#abort.abort()
      if (this.context) this.#callbacks?.onAbort?.(this.stats, this.context, null)
    }

    destroy(): void {
      this.#callbacks = undefined
      this.#abort.abort()
    }
  }
}

function newStats(): LoaderStats {
  return {
    aborted: false,
    loaded: 0,
    retry: 0,
    total: 0,
    chunkCount: 0,
    bwEstimate: 0,
    loading: { start: 0, first: 0, end: 0 },
    parsing: { start: 0, end: 0 },
    buffering: { start: 0, first: 0, end: 0 },
  }
}
