import { type categories, type Language, languages } from '@waggle/contract/channels/choices'
import { defaultCategory } from '@waggle/contract/channels/defaults'
import { language } from '../language/language.ts'

/** The last is shown for a stream without a category. */
type Category = (typeof categories)[number] | typeof defaultCategory

const spanishCategories: Readonly<Record<Category, string>> = {
  'Just Chatting': 'Charla',
  Gaming: 'Videojuegos',
  Music: 'Música',
  Art: 'Arte',
  Technology: 'Tecnología',
  Education: 'Educación',
  Cooking: 'Cocina',
  Fitness: 'Ejercicio',
  Travel: 'Viajes',
  IRL: 'Vida real',
  Other: 'Otros',
  General: 'General',
}

const spanishLanguages: Readonly<Record<Language, string>> = {
  en: 'Inglés',
  es: 'Español',
  fr: 'Francés',
  de: 'Alemán',
  it: 'Italiano',
  pt: 'Portugués',
  ru: 'Ruso',
  ja: 'Japonés',
  ko: 'Coreano',
  zh: 'Chino',
  other: 'Otro',
}

/** The category that a stream counts as, by its English name, which the server and addresses use (rule DIR-3). */
export function categoryOf({ category }: { category: string | null }): string {
  return category || defaultCategory
}

/** A category in the page's language. */
export function categoryText(category: string): string {
  const isKnown = Object.hasOwn(spanishCategories, category)
  return language === 'es' && isKnown ? spanishCategories[category as Category] : category
}

/** The name of a stream's language in the page's language; a code that is none of ours stays a code. */
export function languageName(code: string): string {
  return Object.hasOwn(languages, code) ? languageText(code as Language) : code
}

/** The name of one of our languages in the page's language. */
export function languageText(code: Language): string {
  return language === 'es' ? spanishLanguages[code] : languages[code]
}
