import type {
  HlsConfig,
  Loader,
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderContext,
  LoaderResponse,
  LoaderStats,
} from 'hls.js'
import type { EdgeChoice } from './edge-choice.ts'

/**
 * A held playlist request is answered when the next part exists, after a third of a second, and a part arrives sooner than it plays.
 * With the time that the other server needs, a viewer has moved within 4 s (rule PLAYER-21).
 */
const lateMs = 1500

export type LoaderClass = new (config: HlsConfig) => Loader<LoaderContext>

/**
 * Makes the class that hls.js loads playlists and media with. A request goes to the chosen edge; when that fails or is late, it goes to
 * the next server at once, and whichever answers first is used from then on. While an encoder is away all servers are late: then none
 * is blamed. `pageUrl` is the address of the page, for relative addresses.
 */
export function edgeLoader(Base: LoaderClass, choice: EdgeChoice, pageUrl: string): LoaderClass {
  return class EdgeLoader implements Loader<LoaderContext> {
    context: LoaderContext | null = null
    stats: LoaderStats
    readonly #config: HlsConfig
    readonly #loaders = new Map<string, Loader<LoaderContext>>()
    /** The servers that gave no answer to this request. */
    readonly #failed: string[] = []
    #answered: Loader<LoaderContext> | undefined
    #lateTimer: ReturnType<typeof setTimeout> | undefined

    constructor(config: HlsConfig) {
      this.#config = config
      this.stats = new Base(config).stats
    }

    load(context: LoaderContext, config: LoaderConfiguration, callbacks: LoaderCallbacks<LoaderContext>): void {
      this.context = context
      const [first = '', second] = choice.servers()
      this.#ask(first, second, context, config, callbacks)
      if (second === undefined) return
      this.#lateTimer = setTimeout(() => {
        if (this.#loaders.size === 1 && !this.#loaders.has(second) && choice.canHedge()) {
          this.#ask(second, undefined, context, config, callbacks)
        }
      }, lateMs)
    }

    /** Asks one server. When it fails, `next` is asked. */
    #ask(
      server: string,
      next: string | undefined,
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      const loader = new Base(this.#config)
      this.#loaders.set(server, loader)
      // hls.js watches a download in this object.
      if (this.#loaders.size === 1) this.stats = loader.stats
      const { origin, pathname, search, href } = new URL(context.url, pageUrl)
      const isLast = next === undefined
      // What is asked elsewhere is not asked here again.
      const { loadPolicy } = config
      const policy = isLast ? loadPolicy : { ...loadPolicy, errorRetry: null, timeoutRetry: null }
      const asked = { ...context, url: (server || origin) + pathname + search }

      /** False when another server is still asked, so that nothing is to be reported yet. */
      const isEnd = () => {
        this.#failed.push(server)
        this.#loaders.delete(server)
        if (next !== undefined && !this.#failed.includes(next) && !this.#loaders.has(next)) {
          this.#ask(next, undefined, context, config, callbacks)
        }
        if (this.#loaders.size > 0) return false
        clearTimeout(this.#lateTimer)
        return true
      }
      loader.load(
        asked,
        { ...config, loadPolicy: policy },
        {
          onSuccess: (response, stats, _, details) => {
            this.#answer(server, loader)
            Object.assign(this.stats, stats)
            callbacks.onProgress?.(this.stats, context, response.data as string | ArrayBuffer, details)
            // Addresses in a playlist are relative to the site's: the next request may go to another server.
            callbacks.onSuccess({ ...response, url: href } satisfies LoaderResponse, this.stats, context, details)
          },
          onError: (error, _, details, stats) => {
            // A refusal is an answer: another server would say the same.
            const isRefusal = error.code >= 400 && error.code < 500
            if (isRefusal) this.#answer(server, loader)
            else if (!isEnd()) return
            callbacks.onError(error, context, details, stats)
          },
          onTimeout: (stats, _, details) => {
            if (isEnd()) callbacks.onTimeout(stats, context, details)
          },
          onAbort: (stats, _, details) => callbacks.onAbort?.(stats, context, details),
        },
      )
    }

    #answer(server: string, loader: Loader<LoaderContext>): void {
      clearTimeout(this.#lateTimer)
      this.#answered = loader
      this.#loaders.delete(server)
      const [late] = this.#loaders
      for (const other of this.#loaders.values()) other.destroy()
      this.#loaders.clear()
      for (const failed of this.#failed) choice.failed(failed, server)
      if (!late) return
      // The one that was asked later, and answered first, is the better one.
      if (choice.servers()[0] === late[0]) choice.failed(late[0], server)
      else choice.hedgedInVain()
    }

    abort(): void {
      clearTimeout(this.#lateTimer)
      for (const loader of this.#loaders.values()) loader.abort()
    }

    destroy(): void {
      clearTimeout(this.#lateTimer)
      for (const loader of [...this.#loaders.values(), this.#answered]) loader?.destroy()
      this.#loaders.clear()
    }

    getCacheAge = (): number | null => this.#answered?.getCacheAge?.() ?? null
    getResponseHeader = (name: string): string | null => this.#answered?.getResponseHeader?.(name) ?? null
  }
}
