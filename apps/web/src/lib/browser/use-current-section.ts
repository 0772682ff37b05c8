import { useEffect, useState } from 'react'

/** Of the sections with these ids, the one that is being read: it stands at a quarter of the window's height. */
export function useCurrentSection(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  const [isAtEnd, setAtEnd] = useState(false)
  const joined = ids.join()

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.findLast(({ isIntersecting }) => isIntersecting)
        if (entered) setCurrent(entered.target.id)
      },
      { rootMargin: '-25% 0px -75%' },
    )
    for (const id of joined.split(',')) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [joined])

  useEffect(() => {
    // The last one may be too short to ever reach that height.
    const onScroll = () => setAtEnd(scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 1)
    addEventListener('scroll', onScroll, { passive: true })
    return () => removeEventListener('scroll', onScroll)
  }, [])

  if (isAtEnd) return ids.at(-1)
  // The first one, before any of them has reached that height.
  return current !== undefined && ids.includes(current) ? current : ids[0]
}
