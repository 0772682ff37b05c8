import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'

/** Browsers limit how often a page may change its address: not with every key of a fast typist. */
const addressDelayMs = 150

/**
 * The text of a search box, which the address has as the parameter `name`. What is typed is ahead of the address, whose change replaces
 * the history entry.
 */
export function useTypedInAddress(name: string, maxLength: number): [typed: string, setTyped: (typed: string) => void] {
  const [params, setParams] = useSearchParams()
  const inAddress = (params.get(name) ?? '').slice(0, maxLength)
  const [typed, setTyped] = useState(inAddress)
  const [seen, setSeen] = useState(inAddress)
  if (inAddress !== seen) {
    setSeen(inAddress)
    // The address changed elsewhere: by a link, by the search in the top bar, or by Back.
    if (inAddress.trim() !== typed.trim()) setTyped(inAddress)
  }

  useEffect(() => {
    const text = typed.trim()
    if (text === inAddress.trim()) return
    const write = (current: URLSearchParams) => {
      const next = new URLSearchParams(current)
      if (text === '') next.delete(name)
      else next.set(name, text)
      return next
    }
    const timer = setTimeout(() => setParams(write, { replace: true }), addressDelayMs)
    return () => clearTimeout(timer)
  }, [name, typed, inAddress, setParams])

  return [typed, setTyped]
}
