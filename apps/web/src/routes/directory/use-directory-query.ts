import { pagePaths } from '@waggle/contract/pages/page-addresses'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { type DirectoryQuery, readQuery, writeQuery } from './directory-query.ts'

/** Browsers limit how often a page may change its address: not with every key of a fast typist. */
const addressDelayMs = 150

/** The query in the address. A change replaces the history entry. `typed`, the text of the search box, is ahead of the address. */
export function useDirectoryQuery() {
  const [params, setParams] = useSearchParams()
  const query = readQuery(params)
  const [typed, setTyped] = useState(query.search)
  const [seenSearch, setSeenSearch] = useState(query.search)
  if (query.search !== seenSearch) {
    setSeenSearch(query.search)
    // The address changed elsewhere: by the search in the top bar, or by Back.
    if (query.search.trim() !== typed.trim()) setTyped(query.search)
  }

  function setQuery(change: Partial<DirectoryQuery>): void {
    setParams((current) => writeQuery(current, change), { replace: true })
  }

  useEffect(() => {
    if (typed.trim() === query.search.trim()) return
    const timer = setTimeout(
      () => setParams((current) => writeQuery(current, { search: typed }), { replace: true }),
      addressDelayMs,
    )
    return () => clearTimeout(timer)
  }, [typed, query.search, setParams])

  /** The address of the directory after a change, for links. */
  function addressWith(change: Partial<DirectoryQuery>): string {
    const next = writeQuery(params, change).toString()
    return next === '' ? pagePaths.directory : `${pagePaths.directory}?${next}`
  }

  return { query, typed, setTyped, setQuery, addressWith }
}
