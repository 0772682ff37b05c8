import { useCallback, useRef, useState } from 'react'

const firstCount = 48
const moreCount = 96
/** Before the end comes into view: who scrolls should not meet it. */
const rootMargin = '1200px 0px'

/**
 * The beginning of a long list, and more of it as its end comes near: a thousand cards at once take a phone a second. `endRef` is for
 * an element after the last entry.
 */
export function useGrowingList<Entry>(entries: readonly Entry[]) {
  const [count, setCount] = useState(firstCount)
  const observer = useRef<IntersectionObserver>(undefined)
  const endRef = useCallback((end: Element | null) => {
    observer.current?.disconnect()
    if (!end) return
    observer.current = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        setCount((count) => count + moreCount)
        // It is told again only when something has changed: the end may still be in view.
        observer.current?.unobserve(end)
        observer.current?.observe(end)
      },
      { rootMargin },
    )
    observer.current.observe(end)
  }, [])
  return { shown: entries.slice(0, count), hasMore: count < entries.length, endRef }
}
