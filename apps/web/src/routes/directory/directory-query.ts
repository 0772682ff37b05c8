import type { ActiveStream } from '@waggle/contract/endpoints'
import { compareNames, compareStreams } from '@waggle/contract/streams/order'
import { categoryOf, categoryText } from '../../texts/contract/choices.ts'

export const sorts = ['viewers', 'username', 'title'] as const
export type Sort = (typeof sorts)[number]

/** Search, filters and order of the directory. They are in the address, so that a link can be shared. */
export interface DirectoryQuery {
  search: string
  /** Empty for all, as are `language` and `tag`. */
  category: string
  language: string
  tag: string
  sort: Sort
}

export const textMax = 200

export function readQuery(params: URLSearchParams): DirectoryQuery {
  const text = (name: string) => (params.get(name) ?? '').slice(0, textMax)
  const sort = params.get('sort')
  return {
    search: text('search'),
    category: text('category'),
    language: text('language'),
    tag: text('tag'),
    sort: sorts.find((known) => known === sort) ?? 'viewers',
  }
}

/** Writes only what differs from the defaults, so that the plain directory has a plain address. Keeps other parameters. */
export function writeQuery(params: URLSearchParams, change: Partial<DirectoryQuery>): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries({ ...readQuery(params), ...change })) {
    const trimmed = value.trim()
    if (trimmed === '' || (name === 'sort' && trimmed === 'viewers')) next.delete(name)
    else next.set(name, trimmed)
  }
  return next
}

/** The categories present in the data, sorted by name, and the chosen one even when its last stream has ended (rule DIR-3). */
export function categoriesOf(streams: readonly ActiveStream[], chosen: string): string[] {
  return choicesOf(streams.map(categoryOf), chosen)
}

export function languagesOf(streams: readonly ActiveStream[], chosen: string): string[] {
  return choicesOf(
    streams.flatMap(({ language }) => language ?? []),
    chosen,
  )
}

const tagsMax = 20

/**
 * The chosen tag first, then the most frequent ones, each with the number of streams that it would leave: another tag takes the place of
 * the chosen one.
 */
export function tagsOf(streams: readonly ActiveStream[], query: DirectoryQuery): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { tags } of selectStreams(streams, { ...query, tag: '' }))
    for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const chosen = counts.get(query.tag) ?? 0
  counts.delete(query.tag)
  const others = [...counts].sort(([a, countA], [b, countB]) => countB - countA || a.localeCompare(b))
  return new Map([...(query.tag === '' ? [] : [[query.tag, chosen] as const]), ...others.slice(0, tagsMax)])
}

function choicesOf(present: readonly string[], chosen: string): string[] {
  const choices = new Set(present)
  if (chosen !== '') choices.add(chosen)
  return [...choices].sort((a, b) => a.localeCompare(b))
}

/** The streams that the query selects, in its order (rules DIR-2 to DIR-4). */
export function selectStreams(
  streams: readonly ActiveStream[],
  { search, category, language, tag, sort }: DirectoryQuery,
): ActiveStream[] {
  const wanted = search.trim().toLowerCase()
  return streams
    .filter(
      (stream) =>
        (category === '' || categoryOf(stream) === category) &&
        (language === '' || stream.language === language) &&
        (tag === '' || stream.tags.includes(tag)) &&
        searchedTexts(stream).some((text) => text.toLowerCase().includes(wanted)),
    )
    .sort(compare[sort])
}

/** Includes the translated category. */
function searchedTexts(stream: ActiveStream): string[] {
  const category = categoryOf(stream)
  return [stream.username, stream.title, category, categoryText(category), ...stream.tags]
}

const compare: Record<Sort, (a: ActiveStream, b: ActiveStream) => number> = {
  viewers: compareStreams,
  username: compareNames,
  title: (a, b) => a.title.localeCompare(b.title) || compareNames(a, b),
}
