import { type Language, language } from './language.ts'

/** The same keys and calls as `T`, with texts of any wording. */
type SameShape<T> = T extends string
  ? string
  : T extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Key in keyof T]: SameShape<T[Key]> }

/**
 * The page's language out of an area's texts. Both stand beside each other in the area's file, so that who changes one sees
 * the other, and the compiler refuses a text that is missing in one. What counts or names something is a function:
 * `viewers: (count: number) => ...`.
 */
export function inLanguage<const T extends object>(texts: { en: T } & Record<Language, SameShape<T>>): SameShape<T> {
  return language === 'en' ? (texts.en as SameShape<T>) : texts[language]
}
