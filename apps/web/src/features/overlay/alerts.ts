import { createStore } from '../../lib/store/store.ts'

export type Alert =
  | { id: number; kind: 'tip'; username: string; amount: string; message: string }
  | { id: number; kind: 'follower'; username: string }

/** Without its number. */
export type News = Alert extends infer Each ? (Each extends Alert ? Omit<Each, 'id'> : never) : never

const shownMs = 6000
/** A wave of followers is not told for minutes after it; a tip is told however many came after it. */
const waitingMax = 10

/** Tells one thing after the other, each for six seconds. */
export function createAlerts() {
  const store = createStore<{ current: Alert | undefined }>({ current: undefined })
  let waiting: Alert[] = []
  let lastId = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function next(): void {
    const [current, ...rest] = waiting
    waiting = rest
    timer = current && setTimeout(next, shownMs)
    store.setState({ current })
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    add(news: News): void {
      lastId += 1
      waiting = [...waiting, { ...news, id: lastId }]
      const oldest = waiting.length > waitingMax ? waiting.find(({ kind }) => kind === 'follower') : undefined
      if (oldest) waiting = waiting.filter((alert) => alert !== oldest)
      if (timer === undefined) next()
    },
    stop(): void {
      clearTimeout(timer)
      timer = undefined
      waiting = []
    },
  }
}
