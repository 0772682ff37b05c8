import { useQueries } from '@tanstack/react-query'
import type { ChatMessage } from '@waggle/contract/chat/entities'
import { useMemo } from 'react'
import { api } from '../../../lib/api/api.ts'
import { siteClock } from '../../../lib/clock/site-clock.ts'
import { useShownMoment } from './use-shown-moment.ts'

/** Messages are fetched in stretches of this length. */
const stretchMs = 60_000
/** How many stretches before the picture are shown. */
const shownStretches = 5
/** A writer may see a picture that is a minute old: until then, a stretch of a live broadcast may grow. */
const openForMs = 60_000
const growthIntervalMs = 10_000

type PictureMessage = ChatMessage & { pictureAt: number }

/** What had been said at the moment that the picture shows, the latest last. */
export function usePictureMessages(channel: string): {
  messages: readonly PictureMessage[]
  /** Grows with every seek. */
  jumps: number
  /** There is no picture yet, or not all is known of what was said. */
  isLoading: boolean
  isFailed: boolean
} {
  const { shownMs, jumps } = useShownMoment()
  const stretch = shownMs === undefined ? undefined : Math.floor(shownMs / stretchMs)
  const stretches =
    stretch === undefined
      ? []
      : Array.from({ length: shownStretches + 2 }, (_, index) => stretch - shownStretches + index)
  const { all, isPending, isFailed } = useQueries({
    queries: stretches.map((each) => ({
      queryKey: ['picture-messages', channel, each],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api('listPictureMessages', {
          params: { channel },
          query: { from: String(each * stretchMs), until: String((each + 1) * stretchMs) },
          signal,
        }),
      staleTime: stretchMs,
      refetchInterval: ({ state }: { state: { dataUpdatedAt: number } }) => {
        const closesAtMs = (each + 1) * stretchMs + openForMs
        // When it was fetched, by the clock of the site.
        const fetchedAtMs = siteClock.now() - (Date.now() - state.dataUpdatedAt)
        return fetchedAtMs < closesAtMs ? growthIntervalMs : false
      },
    })),
    combine: (results) => ({
      all: results.flatMap(({ data }) => data?.messages ?? []),
      isPending: results.some((result) => result.isPending),
      isFailed: results.length > 0 && results.every(({ isError }) => isError),
    }),
  })
  const count = shownMs === undefined ? 0 : all.filter(({ pictureAt }) => pictureAt <= shownMs).length
  const messages = useMemo(() => all.slice(0, count), [all, count])
  return { messages, jumps, isLoading: shownMs === undefined || isPending, isFailed }
}
