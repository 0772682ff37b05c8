import type { ChatMessage } from '@waggle/contract/chat/entities'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { VListHandle } from 'virtua'
import { useReaderGesture } from './use-reader-gesture.ts'

/** Rounding and a line's half still count as the end. */
const nearEndPx = 12

/** Follows the newest message until the reader scrolls up. */
export function useStickToNewest(
  list: RefObject<VListHandle | null>,
  frame: RefObject<HTMLElement | null>,
  messages: readonly ChatMessage[],
  onReading: (isReading: boolean) => void,
) {
  const [isSticking, setSticking] = useState(true)
  const [seenId, setSeenId] = useState('')
  // What the list's own callbacks look at: they come before the next rendering.
  const sticks = useRef(true)
  const count = useRef(0)
  const lastOffset = useRef(0)
  const newestId = messages.at(-1)?.id ?? ''
  count.current = messages.length

  const follow = useCallback(() => {
    if (sticks.current && count.current > 0) list.current?.scrollToIndex(count.current - 1, { align: 'end' })
  }, [list])

  const change = useCallback(
    (isSticking: boolean) => {
      if (sticks.current === isSticking) return
      sticks.current = isSticking
      setSticking(isSticking)
      onReading(!isSticking)
    },
    [onReading],
  )

  const { gestures, direction } = useReaderGesture(() => {
    const handle = list.current
    if (handle && handle.scrollSize > handle.viewportSize) change(false)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the messages is followed
  useLayoutEffect(() => {
    if (!isSticking) return
    setSeenId(newestId)
    follow()
  }, [messages, isSticking, newestId, follow])

  useEffect(() => {
    if (!frame.current) return
    // The form below grows, a keyboard opens: what was at the end stays there.
    const observer = new ResizeObserver(follow)
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame, follow])

  function isAtEnd(): boolean {
    const handle = list.current
    return !handle || handle.scrollSize - handle.scrollOffset - handle.viewportSize <= nearEndPx
  }

  return {
    isSticking,
    unseenCount: isSticking ? 0 : messages.reduce((sum, { id }) => sum + (id > seenId ? 1 : 0), 0),
    gestures,
    pause: () => change(false),
    toNewest() {
      change(true)
      follow()
    },
    onResize: follow,
    /** Returns whether the reader is further up. */
    onScroll(offset: number): boolean {
      const by = direction()
      const isUpward = offset < lastOffset.current
      lastOffset.current = offset
      // A row that is taken away moves the others too: who is still at the end has not left it.
      if (by === 'either' && isUpward && !isAtEnd()) change(false)
      else if (by !== undefined && by !== 'up' && isAtEnd()) change(true)
      return !sticks.current
    },
  }
}
