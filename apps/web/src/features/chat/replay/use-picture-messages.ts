import { useQueries } from '@tanstack/react-query'
import type { ChatMessage } from '@waggle/contract/chat/entities'
import { useEffect, useMemo, useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { pictureTime } from '../../../lib/picture-time.ts'

/** Messages are fetched in stretches of this length. */
const stretchMs = 60_000
/** How many stretches before the picture are shown. */
const shownStretches = 5
const readIntervalMs = 400
/** The picture has been sought: a smaller step is the speed of playback. */
const jumpMs = 5000

type PictureMessage = ChatMessage & { pictureAt: number }

/** What had been said at the moment that the picture shows, the latest last. */
export function usePictureMessages(channel: string): {
  messages: readonly PictureMessage[]
  /** Grows with every seek. */
  jumps: number
  isFailed: boolean
} {
  const { shownMs, jumps } = useShownMoment()
  const stretch = shownMs === undefined ? undefined : Math.floor(shownMs / stretchMs)
  const stretches =
    stretch === undefined
      ? []
      : Array.from({ length: shownStretches + 2 }, (_, index) => stretch - shownStretches + index)
  const { all, isFailed } = useQueries({
    queries: stretches.map((each) => ({
      queryKey: ['picture-messages', channel, each],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api('listPictureMessages', {
          params: { channel },
          query: { from: String(each * stretchMs), until: String((each + 1) * stretchMs) },
          signal,
        }),
      staleTime: stretchMs,
    })),
    combine: (results) => ({
      all: results.flatMap(({ data }) => data?.messages ?? []),
      isFailed: results.length > 0 && results.every(({ isError }) => isError),
    }),
  })
  const count = shownMs === undefined ? 0 : all.filter(({ pictureAt }) => pictureAt <= shownMs).length
  const messages = useMemo(() => all.slice(0, count), [all, count])
  return { messages, jumps, isFailed }
}

function useShownMoment(): { shownMs: number | undefined; jumps: number } {
  const [moment, setMoment] = useState<{ shownMs: number | undefined; jumps: number }>({ shownMs: undefined, jumps: 0 })
  useEffect(() => {
    const timer = setInterval(() => {
      const shownMs = pictureTime.shownMs()
      setMoment(({ shownMs: before, jumps }) => {
        const isJump = before !== undefined && shownMs !== undefined && Math.abs(shownMs - before) > jumpMs
        return { shownMs: shownMs ?? before, jumps: isJump ? jumps + 1 : jumps }
      })
    }, readIntervalMs)
    return () => clearInterval(timer)
  }, [])
  return moment
}
