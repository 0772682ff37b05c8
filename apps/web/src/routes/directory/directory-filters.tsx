import { ArrowDownWideNarrow, Languages, LayoutGrid } from 'lucide-react'
import type { ReactNode } from 'react'
import { categoryText, languageName } from '../../texts/contract/choices.ts'
import { directoryTexts as texts } from '../../texts/viewer/directory.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import styles from './directory.module.css'
import { type DirectoryQuery, sorts } from './directory-query.ts'

export function DirectoryFilters({
  query,
  typed,
  categories,
  languages,
  onType,
  onChange,
}: {
  query: DirectoryQuery
  typed: string
  categories: readonly string[]
  languages: readonly string[]
  onType: (typed: string) => void
  onChange: (change: Partial<DirectoryQuery>) => void
}) {
  return (
    <search className={styles.filters} data-page-search>
      <SearchField
        label={texts.searchLabel}
        placeholder={texts.searchPlaceholder}
        maxLength={200}
        value={typed}
        onChange={onType}
      />
      <div className={styles.choices}>
        <Choice
          label={texts.category}
          icon={<LayoutGrid size={20} aria-hidden="true" />}
          value={query.category}
          options={[
            ['', texts.allCategories],
            ...categories.map((category) => [category, categoryText(category)] as const),
          ]}
          onChange={(category) => onChange({ category })}
        />
        <Choice
          label={texts.language}
          icon={<Languages size={20} aria-hidden="true" />}
          value={query.language}
          options={[
            ['', texts.allLanguages],
            ...languages.map((language) => [language, languageName(language)] as const),
          ]}
          onChange={(language) => onChange({ language })}
        />
        <Choice
          label={texts.sortBy}
          isLabelled
          icon={<ArrowDownWideNarrow size={20} aria-hidden="true" />}
          value={query.sort}
          options={sorts.map((sort) => [sort, texts.sorts[sort]] as const)}
          onChange={(sort) => onChange({ sort })}
        />
      </div>
    </search>
  )
}

/** A select; on a phone its sign, which opens it. */
function Choice<Value extends string>({
  label,
  isLabelled = false,
  icon,
  value,
  options,
  onChange,
}: {
  label: string
  /** Its options alone do not say what it is. */
  isLabelled?: boolean
  icon: ReactNode
  value: Value
  options: readonly (readonly [value: Value, name: string])[]
  onChange: (value: Value) => void
}) {
  return (
    <label className={styles.choice}>
      <span className={styles.choiceIcon}>{icon}</span>
      <span className={isLabelled ? styles.choiceLabel : 'visually-hidden'}>{label}</span>
      <select className={styles.select} value={value} onChange={(event) => onChange(event.target.value as Value)}>
        {options.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
