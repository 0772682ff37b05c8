import { defaultCategory } from '@waggle/contract/channels/defaults'
import type { ActiveStream } from '@waggle/contract/endpoints'
import { categoryText } from '../../texts/contract/choices.ts'

export const sorts = ['viewers', 'username', 'title'] as const
export type Sort = (typeof sorts)[number]

/** Search, filter and order of the directory. They are in the address, so that a link can be shared. */
export interface DirectoryQuery {
  search: string
  /** Empty for all. */
  category: string
  sort: Sort
}

export function readQuery(params: URLSearchParams): DirectoryQuery {
  const sort = params.get('sort')
  return {
    search: (params.get('search') ?? '').slice(0, 200),
    category: params.get('category') ?? '',
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

function categoryOf(stream: ActiveStream): string {
  return stream.category || defaultCategory
}

/** The categories present in the data, sorted by name, and the chosen one even when its last stream has ended (rule DIR-3). */
export function categoriesOf(streams: readonly ActiveStream[], chosen: string): string[] {
  const present = new Set(streams.map(categoryOf))
  if (chosen !== '') present.add(chosen)
  return [...present].sort((a, b) => a.localeCompare(b))
}

/** The streams that the query selects, in its order (rules DIR-2 and DIR-4). */
export function selectStreams(streams: readonly ActiveStream[], { search, category, sort }: DirectoryQuery) {
  const wanted = search.trim().toLowerCase()
  return streams
    .filter(
      (stream) =>
        (category === '' || categoryOf(stream) === category) &&
        searchedTexts(stream).some((text) => text.toLowerCase().includes(wanted)),
    )
    .sort((a, b) => compare[sort](a, b) || a.username.localeCompare(b.username))
}

/** Includes the translated category. */
function searchedTexts(stream: ActiveStream): string[] {
  const category = categoryOf(stream)
  return [stream.username, stream.title, category, categoryText(category)]
}

const compare: Record<Sort, (a: ActiveStream, b: ActiveStream) => number> = {
  viewers: (a, b) => b.viewers - a.viewers,
  username: (a, b) => a.username.localeCompare(b.username),
  title: (a, b) => a.title.localeCompare(b.title),
}
