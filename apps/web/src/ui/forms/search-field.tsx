import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { siteTexts } from '../../texts/site.ts'
import styles from './search-field.module.css'

/** Filters what is below it while the user types. */
export function SearchField({
  label,
  placeholder,
  maxLength,
  value,
  onChange,
  hasFocus = false,
}: {
  label: string
  placeholder: string
  maxLength: number
  value: string
  onChange: (value: string) => void
  /** From the beginning: the user opened it to type. */
  hasFocus?: boolean
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.box}>
      <Search size={18} aria-hidden="true" />
      <input
        ref={input}
        // biome-ignore lint/a11y/noAutofocus: only where the user opened it to type
        autoFocus={hasFocus}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {value !== '' && (
        <button
          type="button"
          aria-label={siteTexts.clearSearch}
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
        >
          <X size={18} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
