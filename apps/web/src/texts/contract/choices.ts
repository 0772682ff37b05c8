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

/** A stream's category as the visitor reads it; the server and addresses keep the English one. */
export function categoryText(category: string): string {
  const isKnown = Object.hasOwn(spanishCategories, category)
  return language === 'es' && isKnown ? spanishCategories[category as Category] : category
}

/** A stream's language, by its code. */
export function languageText(code: Language): string {
  return language === 'es' ? spanishLanguages[code] : languages[code]
}
