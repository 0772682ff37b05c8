import { createStore } from '../../lib/store/store.ts'

export type Alert =
  | { id: number; kind: 'tip'; username: string; amount: string; message: string }
  | { id: number; kind: 'follower'; username: string }

/** An alert without its id. */
type NewAlert = Alert extends infer Each ? (Each extends Alert ? Omit<Each, 'id'> : never) : never

const shownMs = 6000
/** The longest queue. A longer one drops its oldest followers, so that a wave of them does not show for minutes. Tips are kept. */
const queueMax = 10

/** Shows one alert after the other, each for six seconds. */
export function createAlerts() {
  const store = createStore<{ current: Alert | undefined }>({ current: undefined })
  let queue: Alert[] = []
  let lastId = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function showNext(): void {
    const [current, ...rest] = queue
    queue = rest
    timer = current && setTimeout(showNext, shownMs)
    store.setState({ current })
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    add(newAlert: NewAlert): void {
      lastId += 1
      queue = [...queue, { ...newAlert, id: lastId }]
      const oldest = queue.length > queueMax ? queue.find(({ kind }) => kind === 'follower') : undefined
      if (oldest) queue = queue.filter((alert) => alert !== oldest)
      if (timer === undefined) showNext()
    },
    stop(): void {
      clearTimeout(timer)
      timer = undefined
      queue = []
    },
  }
}
