import { cleanLine, cleanLines, lengthOf } from '../clean-text.ts'
import { isUsername, normaliseUsername } from '../names.ts'
import { accentContrast, isColour, neededContrast, readableAccent } from './accent.ts'
import type { SettingProblem, SettingProblemCode } from './setting-problems.ts'
import {
  isKnownPage,
  settingLimits as limits,
  type SiteIdentity,
  type SiteLanguage,
  siteLanguages,
} from './settings.ts'

/** The latest time that a date can hold (ECMA-262, 'Time Values'). */
const timeMax = 8.64e15
const pageAddressPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

interface Checked {
  /** The settings that are right, cleaned. */
  settings: Partial<SiteIdentity>
  problems: SettingProblem[]
}

/** Checks settings of a site that somebody has typed or uploaded, one field after the other. `siteOrigin`: where the site is. */
export function checkSettings(input: Readonly<Record<string, unknown>>, siteOrigin: string): Checked {
  const problems: SettingProblem[] = []
  const settings: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(input)) {
    const check = Object.hasOwn(checks, name) ? checks[name as keyof SiteIdentity] : undefined
    const found: SettingProblem[] = []
    const note: Note = (code, values, path = '') => {
      const field = (path ? `${name}.${path}` : name).slice(0, limits.siteNameMaxLength)
      found.push(values ? { field, code, values } : { field, code })
    }
    const checked = check ? check(value, note, siteOrigin) : note('unknown')
    if (found.length === 0) settings[name] = checked
    problems.push(...found.slice(0, problemsOfSettingMax))
    if (problems.length >= problemsMax) break
  }
  return { settings, problems }
}

/** Nobody reads more. */
const problemsMax = 50
const problemsOfSettingMax = 20

type Note = (code: SettingProblemCode, values?: Record<string, string | number>, path?: string) => void

const checks: Record<keyof SiteIdentity, (value: unknown, note: Note, siteOrigin: string) => unknown> = {
  name: (value, note) => line(value, limits.siteNameMaxLength, note, { isNeeded: true }),
  tagline: (value, note) => line(value, limits.taglineMaxLength, note),
  accent: checkAccent,
  languages: checkLanguages,
  categories: (value, note) =>
    distinctList(value, limits.categoriesMax, note, (entry, path) =>
      line(entry, limits.categoryMaxLength, note, { path, isNeeded: true }),
    ),
  featuredChannel: checkChannel,
  banner: checkBanner,
  advertisement: checkAdvertisement,
  pages: checkPages,
}

interface TextOptions {
  path?: string
  isNeeded?: boolean
  clean?: typeof cleanLine
}

function line(value: unknown, max: number, note: Note, options: TextOptions = {}): string | undefined {
  const { path = '', isNeeded = false, clean = cleanLine } = options
  if (typeof value !== 'string') return note('not_text', undefined, path) as undefined
  // What is much too long is not looked at further.
  const text = value.length > 4 * max ? value : clean(value.toWellFormed())
  const length = lengthOf(text)
  if (length > max) note('too_long', { length, max }, path)
  else if (isNeeded && length === 0) note('empty', undefined, path)
  return text
}

/** A list that is not empty, each entry once, whatever its case. */
function distinctList(
  value: unknown,
  max: number,
  note: Note,
  check: (entry: unknown, path: string) => string | undefined,
): string[] {
  if (!Array.isArray(value)) return note('not_list') as never
  if (value.length === 0) note('empty')
  if (value.length > max) return note('too_many', { count: value.length, max }) as never
  const seen = new Map<string, string>()
  for (const [index, entry] of value.entries()) {
    const text = check(entry, String(index))
    if (text === undefined) continue
    if (seen.has(text.toLowerCase())) note('twice', { value: shorten(text) }, String(index))
    seen.set(text.toLowerCase(), text)
  }
  return [...seen.values()]
}

function checkLanguages(value: unknown, note: Note): unknown {
  return distinctList(value, Object.keys(siteLanguages).length, note, (entry, path) => {
    if (isLanguage(entry)) return entry
    return note('unknown_language', { value: shorten(entry) }, path) as undefined
  })
}

function checkAccent(value: unknown, note: Note): unknown {
  if (value === null) return null
  if (!isObject(value)) return note('not_object')
  const accent: Record<string, string> = {}
  for (const theme of ['light', 'dark'] as const) {
    const colour = value[theme]
    if (!isColour(colour)) {
      note('not_colour', undefined, theme)
      continue
    }
    accent[theme] = colour.toLowerCase()
    const contrast = accentContrast(colour, theme)
    if (contrast >= neededContrast) continue
    const shown = { colour: colour.toLowerCase(), theme, contrast: (Math.floor(contrast * 10) / 10).toFixed(1) }
    note('low_contrast', { ...shown, needed: neededContrast, works: readableAccent(colour, theme) }, theme)
  }
  refuseOthers(value, ['light', 'dark'], note)
  return accent
}

function checkChannel(value: unknown, note: Note): unknown {
  if (value === null || value === '') return null
  const name = typeof value === 'string' ? normaliseUsername(value.slice(0, limits.addressMaxLength)) : ''
  return isUsername(name) ? name : note('not_account')
}

function checkBanner(value: unknown, note: Note): unknown {
  if (value === null) return null
  if (!isObject(value)) return note('not_object')
  const text = line(value.text, limits.bannerMaxLength, note, { path: 'text', isNeeded: true })
  const [from = null, until = null] = ['from', 'until'].map((path) => {
    const time = value[path] ?? null
    const isTime = time === null || (Number.isInteger(time) && Number(time) >= 0 && Number(time) <= timeMax)
    return isTime ? (time as number | null) : (note('not_time', undefined, path) as undefined)
  })
  if (from !== null && until !== null && until <= from) note('ends_before', undefined, 'until')
  refuseOthers(value, ['text', 'from', 'until'], note)
  return { text, from, until }
}

function checkAdvertisement(value: unknown, note: Note, siteOrigin: string): unknown {
  if (value === 'standard' || value === 'off') return value
  const isShort = typeof value === 'string' && value.length <= limits.addressMaxLength
  const url = isShort && URL.canParse(value) ? new URL(value) : undefined
  if (url?.protocol !== 'https:' || url.username || url.password) return note('not_advertisement')
  // A frame of the same origin would receive the wallet's answers (rule AD-3).
  if (url.origin === siteOrigin) return note('own_address')
  return url.href
}

function checkPages(value: unknown, note: Note): unknown {
  if (!Array.isArray(value)) return note('not_list')
  if (value.length > limits.sitePagesMax) {
    return note('too_many', { count: value.length, max: limits.sitePagesMax })
  }
  const seen = new Set<unknown>()
  return value.map((page: unknown, index) => {
    if (!isObject(page)) return note('not_object', undefined, String(index))
    const { address } = page
    const at = (name: string) => `${index}.${name}`
    const isAddress =
      typeof address === 'string' && address.length <= limits.pageAddressMaxLength && pageAddressPattern.test(address)
    if (!isAddress) note('not_page_address', undefined, at('address'))
    else if (seen.has(address)) note('twice', { value: address }, at('address'))
    seen.add(address)
    const { language, translations = {} } = page
    if (language !== undefined && !isLanguage(language)) {
      note('unknown_language', { value: shorten(language) }, at('language'))
    }
    const isTitleNeeded = isAddress && !isKnownPage(address)
    const written = checkPageText(page, note, at, isTitleNeeded)
    refuseOthers(page, ['address', 'title', 'text', 'language', 'translations'], note, `${index}.`)
    const checked = checkTranslations(translations, note, at('translations'), { language, isTitleNeeded })
    return {
      ...{ address, ...(language !== undefined && { language }), ...written },
      ...(Object.keys(checked).length > 0 && { translations: checked }),
    }
  })
}

function checkPageText(
  { title, text }: Record<string, unknown>,
  note: Note,
  at: (name: string) => string,
  isTitleNeeded: boolean,
): { title: string | undefined; text: string | undefined } {
  return {
    title: line(title ?? '', limits.pageTitleMaxLength, note, { path: at('title'), isNeeded: isTitleNeeded }),
    text: line(text, limits.pageMaxLength, note, { path: at('text'), clean: cleanLines }),
  }
}

/** In languages other than that of the page itself. One that says nothing is none. */
function checkTranslations(
  translations: unknown,
  note: Note,
  path: string,
  { language, isTitleNeeded }: { language: unknown; isTitleNeeded: boolean },
): Record<string, unknown> {
  if (!isObject(translations)) {
    note('not_object', undefined, path)
    return {}
  }
  const checked: Record<string, unknown> = {}
  for (const [other, translation] of Object.entries(translations)) {
    const place = `${path}.${shorten(other)}`
    if (!isLanguage(other)) note('unknown_language', { value: shorten(other) }, place)
    else if (other === language) note('twice', { value: other }, place)
    else if (!isObject(translation)) note('not_object', undefined, place)
    else {
      const isWritten = translation.title !== '' || translation.text !== ''
      const text = checkPageText(translation, note, (name) => `${place}.${name}`, isTitleNeeded && isWritten)
      refuseOthers(translation, ['title', 'text'], note, `${place}.`)
      if (isWritten) checked[other] = text
    }
  }
  return checked
}

function isLanguage(value: unknown): value is SiteLanguage {
  return typeof value === 'string' && Object.hasOwn(siteLanguages, value)
}

function refuseOthers(value: object, known: readonly string[], note: Note, prefix = ''): void {
  const other = Object.keys(value).find((name) => !known.includes(name))
  if (other !== undefined) note('unknown', undefined, prefix + other)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function shorten(value: unknown): string {
  return String(typeof value === 'string' ? value : typeof value).slice(0, limits.categoryMaxLength)
}
