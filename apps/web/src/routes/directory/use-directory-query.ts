import { pagePaths } from '@waggle/contract/pages/page-addresses'
import { useSearchParams } from 'wouter'
import { useTypedInAddress } from '../../lib/in-address/use-typed-in-address.ts'
import { type DirectoryQuery, readQuery, textMax, writeQuery } from './directory-query.ts'

/** The query in the address. A change replaces the history entry. `typed`, the text of the search box, is ahead of the address. */
export function useDirectoryQuery() {
  const [params, setParams] = useSearchParams()
  const query = readQuery(params)
  const [typed, setTyped] = useTypedInAddress('search', textMax)

  function setQuery(change: Partial<DirectoryQuery>): void {
    setParams((current) => writeQuery(current, change), { replace: true })
  }

  /** The address of the directory after a change, for links. */
  function addressWith(change: Partial<DirectoryQuery>): string {
    const next = writeQuery(params, change).toString()
    return next === '' ? pagePaths.directory : `${pagePaths.directory}?${next}`
  }

  return { query, typed, setTyped, setQuery, addressWith }
}
