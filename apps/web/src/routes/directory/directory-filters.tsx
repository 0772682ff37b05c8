import { ArrowDownWideNarrow, Languages, LayoutGrid } from 'lucide-react'
import { categoryText, languageName } from '../../texts/contract/choices.ts'
import { directoryTexts as texts } from '../../texts/viewer/directory.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { SearchLine, SelectChoice } from '../../ui/forms/select-choice.tsx'
import styles from './directory.module.css'
import { type DirectoryQuery, sorts, textMax } from './directory-query.ts'

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
    <search className={styles.filters} data-without-search>
      <SearchLine
        field={
          <SearchField
            label={texts.searchLabel}
            placeholder={texts.searchPlaceholder}
            maxLength={textMax}
            value={typed}
            onChange={onType}
          />
        }
      >
        <SelectChoice
          label={texts.category}
          word={texts.category}
          icon={<LayoutGrid size={20} aria-hidden="true" />}
          value={query.category}
          options={[
            ['', texts.allCategories],
            ...categories.map((category) => [category, categoryText(category)] as const),
          ]}
          onChange={(category) => onChange({ category })}
        />
        <SelectChoice
          label={texts.language}
          word={texts.languageAlone}
          icon={<Languages size={20} aria-hidden="true" />}
          value={query.language}
          options={[
            ['', texts.allLanguages],
            ...languages.map((language) => [language, languageName(language)] as const),
          ]}
          onChange={(language) => onChange({ language })}
        />
        <SelectChoice
          label={texts.sortBy}
          isLabelled
          icon={<ArrowDownWideNarrow size={20} aria-hidden="true" />}
          value={query.sort}
          options={sorts.map((sort) => [sort, texts.sorts[sort]] as const)}
          onChange={(sort) => onChange({ sort })}
        />
      </SearchLine>
    </search>
  )
}
