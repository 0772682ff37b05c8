import type { ChatMessage } from '@waggle/contract/chat-entities'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { VListHandle } from 'virtua'

/** Rounding and a line's half still count as the end. */
const nearEndPx = 12
/** Scrolling within this time after a gesture is the reader's own, any other comes of rows being measured. */
const gestureMs = 600

/** Follows the newest message until the reader scrolls up. */
export function useStickToNewest(
  list: RefObject<VListHandle | null>,
  frame: RefObject<HTMLElement | null>,
  messages: readonly ChatMessage[],
  onReading: (isReading: boolean) => void,
) {
  const [isSticking, setSticking] = useState(true)
  const [seenId, setSeenId] = useState('')
  const count = useRef(0)
  const lastGestureMs = useRef(Number.NEGATIVE_INFINITY)
  const isHeld = useRef(false)
  const newestId = messages.at(-1)?.id ?? ''
  count.current = messages.length

  const follow = useCallback(() => {
    if (count.current > 0) list.current?.scrollToIndex(count.current - 1, { align: 'end' })
  }, [list])

  const change = useCallback(
    (sticks: boolean) => {
      setSticking((before) => {
        if (before !== sticks) queueMicrotask(() => onReading(!sticks))
        return sticks
      })
    },
    [onReading],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the messages is followed
  useLayoutEffect(() => {
    if (!isSticking) return
    setSeenId(newestId)
    follow()
  }, [messages, isSticking, newestId, follow])

  useEffect(() => {
    if (!frame.current) return
    // The form below grows, a keyboard opens: what was at the end stays there.
    const observer = new ResizeObserver(() => isSticking && follow())
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame, isSticking, follow])

  function isAtEnd(): boolean {
    const handle = list.current
    return !handle || handle.scrollSize - handle.scrollOffset - handle.viewportSize <= nearEndPx
  }

  const gestures = useMemo(() => {
    const note = () => {
      lastGestureMs.current = performance.now()
    }
    return {
      onWheel: note,
      onTouchMove: note,
      onKeyDown: note,
      onPointerDown() {
        isHeld.current = true
        addEventListener(
          'pointerup',
          () => {
            isHeld.current = false
            note()
          },
          { once: true },
        )
      },
    }
  }, [])

  return {
    isSticking,
    unseenCount: isSticking ? 0 : messages.reduce((sum, { id }) => sum + (id > seenId ? 1 : 0), 0),
    gestures,
    pause: () => change(false),
    toNewest() {
      change(true)
      follow()
    },
    onResize() {
      if (isSticking) follow()
    },
    onScroll() {
      const isOwn = isHeld.current || performance.now() - lastGestureMs.current < gestureMs
      if (isAtEnd()) {
        if (isOwn) change(true)
      } else if (isOwn) change(false)
    },
  }
}
