import { categoryText, languageName } from '../../texts/contract/choices.ts'
import { directoryTexts as texts } from '../../texts/viewer/directory.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import styles from './directory.module.css'
import { type DirectoryQuery, type Sort, sorts } from './directory-query.ts'

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
    <search className={styles.filters}>
      <SearchField
        label={texts.searchLabel}
        placeholder={texts.searchPlaceholder}
        maxLength={200}
        value={typed}
        onChange={onType}
      />
      <div className={styles.choices}>
        <select
          className={query.category === '' ? styles.anyCategory : styles.select}
          aria-label={texts.category}
          value={query.category}
          onChange={(event) => onChange({ category: event.target.value })}
        >
          <option value="">{texts.allCategories}</option>
          {categories.map((category) => (
            <option key={category} value={category}>
              {categoryText(category)}
            </option>
          ))}
        </select>
        <select
          className={styles.select}
          aria-label={texts.language}
          value={query.language}
          onChange={(event) => onChange({ language: event.target.value })}
        >
          <option value="">{texts.allLanguages}</option>
          {languages.map((language) => (
            <option key={language} value={language}>
              {languageName(language)}
            </option>
          ))}
        </select>
        <label className={styles.sort}>
          <span className="visually-hidden-on-phone">{texts.sortBy}</span>
          <select
            className={styles.select}
            value={query.sort}
            onChange={(event) => onChange({ sort: event.target.value as Sort })}
          >
            {sorts.map((sort) => (
              <option key={sort} value={sort}>
                {texts.sorts[sort]}
              </option>
            ))}
          </select>
        </label>
      </div>
    </search>
  )
}
