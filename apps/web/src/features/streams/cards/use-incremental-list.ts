import { useCallback, useRef, useState } from 'react'

const initialCount = 48
const stepCount = 96
/** More entries are rendered this far ahead, so that a scrolling viewer does not reach the end. */
const rootMargin = '1200px 0px'

/**
 * The beginning of a long list, and more of it when the viewer scrolls near its end: rendering a thousand cards at once takes a phone
 * a second. `endRef` is for an element after the last entry.
 */
export function useIncrementalList<Entry>(entries: readonly Entry[]) {
  const [count, setCount] = useState(initialCount)
  const observer = useRef<IntersectionObserver>(undefined)
  const endRef = useCallback((end: Element | null) => {
    observer.current?.disconnect()
    if (!end) return
    observer.current = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        setCount((count) => count + stepCount)
        // An observer reports changes only, and the end may still be in view: observing it again reports it again.
        observer.current?.unobserve(end)
        observer.current?.observe(end)
      },
      { rootMargin },
    )
    observer.current.observe(end)
  }, [])
  return { shown: entries.slice(0, count), hasMore: count < entries.length, endRef }
}
