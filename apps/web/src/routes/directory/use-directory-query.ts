import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { type DirectoryQuery, readQuery, writeQuery } from './directory-query.ts'

/** Browsers refuse an address that changes with every stroke of a fast hand. */
const addressFollowsAfterMs = 150

/** The query of the address, which is replaced, not added to the history, when it changes. The search box is ahead of it. */
export function useDirectoryQuery() {
  const [params, setParams] = useSearchParams()
  const query = readQuery(params)
  const [typed, setTyped] = useState(query.search)
  const [seenSearch, setSeenSearch] = useState(query.search)
  if (query.search !== seenSearch) {
    setSeenSearch(query.search)
    // Changed from elsewhere: by the search of the top bar, or by going back.
    if (query.search.trim() !== typed.trim()) setTyped(query.search)
  }

  function setQuery(change: Partial<DirectoryQuery>): void {
    setParams((current) => writeQuery(current, change), { replace: true })
  }

  useEffect(() => {
    if (typed.trim() === query.search.trim()) return
    const timer = setTimeout(
      () => setParams((current) => writeQuery(current, { search: typed }), { replace: true }),
      addressFollowsAfterMs,
    )
    return () => clearTimeout(timer)
  }, [typed, query.search, setParams])

  return { query, typed, setTyped, setQuery }
}
