import type { ChatMessage } from '@waggle/contract/chat/entities'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { VListHandle } from 'virtua'
import { useReaderGesture } from './use-reader-gesture.ts'

/** A position this close to the end counts as the end, to allow for rounding and half a line. */
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
  // Refs for the callbacks of the list, which run before the next render.
  const isStickingRef = useRef(true)
  const countRef = useRef(0)
  const lastOffset = useRef(0)
  const newestId = messages.at(-1)?.id ?? ''
  countRef.current = messages.length

  const follow = useCallback(() => {
    if (isStickingRef.current && countRef.current > 0)
      list.current?.scrollToIndex(countRef.current - 1, { align: 'end' })
  }, [list])

  const setStick = useCallback(
    (isSticking: boolean) => {
      if (isStickingRef.current === isSticking) return
      isStickingRef.current = isSticking
      setSticking(isSticking)
      onReading(!isSticking)
    },
    [onReading],
  )

  const { gestures, direction } = useReaderGesture(() => {
    const handle = list.current
    if (handle && handle.scrollSize > handle.viewportSize) setStick(false)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: must also run when only the messages change
  useLayoutEffect(() => {
    if (!isSticking) return
    setSeenId(newestId)
    follow()
  }, [messages, isSticking, newestId, follow])

  useEffect(() => {
    if (!frame.current) return
    // When the composer grows or an on-screen keyboard opens, a list at its end stays there.
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
    pause: () => setStick(false),
    toNewest() {
      setStick(true)
      follow()
    },
    onResize: follow,
    /** Returns whether the reader is scrolled up. */
    onScroll(offset: number): boolean {
      const gesture = direction()
      const isUpward = offset < lastOffset.current
      lastOffset.current = offset
      // Removing a row scrolls the others too: a reader who is still at the end has not left it.
      if (gesture === 'either' && isUpward && !isAtEnd()) setStick(false)
      else if (gesture !== undefined && gesture !== 'up' && isAtEnd()) setStick(true)
      return !isStickingRef.current
    },
  }
}
