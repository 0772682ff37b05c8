import { useEffect, useState } from 'react'

/** The id in the address (`/faq#rewards`). Scrolls to its element once it is in the page, and again when the id changes. */
export function useHashTarget(): string {
  const [target, setTarget] = useState(() => readHash())

  useEffect(() => {
    const onChange = () => setTarget(readHash())
    addEventListener('hashchange', onChange)
    return () => removeEventListener('hashchange', onChange)
  }, [])

  useEffect(() => {
    if (target === '') return
    // Runs after the shell has scrolled the new page to its top.
    const frame = requestAnimationFrame(() => {
      const element = document.getElementById(target)
      element?.scrollIntoView()
      element?.querySelector('summary')?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [target])

  return target
}

function readHash(): string {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return ''
  }
}
