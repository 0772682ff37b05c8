import { type categories, type Language, languages } from '@waggle/contract/channels/choices'
import type { defaultCategory } from '@waggle/contract/channels/defaults'
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

/** A stream's category in the page's language. The server and addresses use the English name. */
export function categoryText(category: string): string {
  const isKnown = Object.hasOwn(spanishCategories, category)
  return language === 'es' && isKnown ? spanishCategories[category as Category] : category
}

/** The name of a stream's language in the page's language. */
export function languageText(code: Language): string {
  return language === 'es' ? spanishLanguages[code] : languages[code]
}
