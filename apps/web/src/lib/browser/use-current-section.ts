import { useEffect, useState } from 'react'

/** Of the sections with these ids, the one that is being read: the last that has begun in the upper quarter of the window. */
export function useCurrentSection(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  const joined = ids.join()

  useEffect(() => {
    const update = () => setCurrent(sectionInView(joined.split(',')))
    update()
    // What is loaded later moves the sections.
    const resized = new ResizeObserver(update)
    resized.observe(document.body)
    addEventListener('scroll', update, { passive: true })
    addEventListener('resize', update)
    return () => {
      resized.disconnect()
      removeEventListener('scroll', update)
      removeEventListener('resize', update)
    }
  }, [joined])

  return current !== undefined && ids.includes(current) ? current : ids[0]
}

function sectionInView(ids: readonly string[]): string | undefined {
  // The last one may be too short to ever begin there.
  if (scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 1) return ids.at(-1)
  const hasBegun = (id: string) =>
    (document.getElementById(id)?.getBoundingClientRect().top ?? innerHeight) <= innerHeight / 4
  return ids.findLast(hasBegun)
}
