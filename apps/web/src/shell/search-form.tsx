import { searchPath } from '@waggle/contract/pages/page-addresses'
import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { siteTexts as texts } from '../texts/site.ts'
import styles from './top-bar.module.css'

export function SearchForm() {
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState('')

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    navigate(searchPath(typed))
  }

  return (
    <search className={styles.search}>
      <form className={styles.searchForm} onSubmit={onSubmit}>
        <input
          type="search"
          aria-label={texts.searchLabel}
          placeholder={texts.searchPlaceholder}
          maxLength={200}
          enterKeyHint="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="submit" aria-label={texts.search}>
          <Search size={18} aria-hidden="true" />
        </button>
      </form>
    </search>
  )
}
