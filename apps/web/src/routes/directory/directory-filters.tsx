import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import styles from './directory.module.css'
import { type DirectoryQuery, type Sort, sorts } from './directory-query.ts'

export function DirectoryFilters({
  query,
  typed,
  categories,
  onType,
  onChange,
}: {
  query: DirectoryQuery
  typed: string
  categories: readonly string[]
  onType: (typed: string) => void
  onChange: (change: Partial<DirectoryQuery>) => void
}) {
  const box = useRef<HTMLInputElement>(null)
  return (
    <search className={styles.filters}>
      <div className={styles.searchBox}>
        <Search size={18} aria-hidden="true" />
        <input
          ref={box}
          type="search"
          aria-label="Search streams, users, or categories"
          placeholder="Search streams, users, or categories..."
          maxLength={200}
          value={typed}
          onChange={(event) => onType(event.target.value)}
        />
        {typed !== '' && (
          <button
            type="button"
            aria-label="Clear the search"
            onClick={() => {
              onType('')
              box.current?.focus()
            }}
          >
            <X size={18} aria-hidden="true" />
          </button>
        )}
      </div>
      <select
        className={styles.select}
        aria-label="Category"
        value={query.category}
        onChange={(event) => onChange({ category: event.target.value })}
      >
        <option value="">All Categories</option>
        {categories.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </select>
      <label className={styles.sort}>
        <span>Sort by</span>
        <select
          className={styles.select}
          value={query.sort}
          onChange={(event) => onChange({ sort: event.target.value as Sort })}
        >
          {Object.entries(sorts).map(([sort, label]) => (
            <option key={sort} value={sort}>
              {label}
            </option>
          ))}
        </select>
      </label>
    </search>
  )
}
