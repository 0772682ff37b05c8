import { type Language, language } from './language.ts'

/** The same keys and function signatures as `T`, with any wording. */
type SameShape<T> = T extends string
  ? string
  : T extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Key in keyof T]: SameShape<T[Key]> }

/**
 * Picks the page's language. All languages of a text are in the same file, so that whoever changes one sees the others, and the
 * compiler reports a text that is missing in one. A text with a number or name in it is a function:
 * `viewers: (count: number) => ...`.
 */
export function inLanguage<const T extends object>(texts: { en: T } & Record<Language, SameShape<T>>): SameShape<T> {
  return language === 'en' ? (texts.en as SameShape<T>) : texts[language]
}
