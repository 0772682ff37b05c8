import type { ActiveStream } from '@waggle/contract/endpoints'
import { expect, test } from 'vitest'
import { categoriesOf, languagesOf, readQuery, selectStreams, tagsOf, writeQuery } from './directory-query.ts'

const stream = (
  username: string,
  title: string,
  category: string | null,
  viewers: number,
  [language, ...tags]: readonly string[] = [],
): ActiveStream => ({
  id: username,
  username,
  title,
  avatar: '',
  thumbnail: null,
  viewers,
  category,
  isLive: true,
  isReconnecting: false,
  isStopped: false,
  streamPath: '',
  startTime: 0,
  description: '',
  language: language ?? null,
  tags,
})
const streams = [
  stream('bob', 'Late jazz', 'Music', 5, ['en', 'late', 'piano']),
  stream('alice', 'Zen garden', null, 7),
  stream('jazzy', 'A walk', 'Travel', 5, ['es', 'late']),
]
const query = (search: string) => readQuery(new URLSearchParams(search))
const names = (search: string) => selectStreams(streams, query(search)).map(({ username }) => username)

test('[DIR-4] sorts by viewers unless the query says otherwise, and equal streams by name', () => {
  expect(names('')).toEqual(['alice', 'bob', 'jazzy'])
  expect(names('sort=username')).toEqual(['alice', 'bob', 'jazzy'])
  expect(names('sort=title')).toEqual(['jazzy', 'bob', 'alice'])
  expect(names('sort=constructor')).toEqual(['alice', 'bob', 'jazzy'])
})

test('[DIR-2] the trimmed search matches username, title or category in any case', () => {
  expect(names('search=%20JAZZ%20')).toEqual(['bob', 'jazzy'])
  expect(names('search=trav')).toEqual(['jazzy'])
  expect(names('search=general')).toEqual(['alice'])
  expect(names('search=none')).toEqual([])
})

test('[DIR-3] a category filters, and stays a choice when its last stream has ended', () => {
  expect(names('category=Music')).toEqual(['bob'])
  expect(categoriesOf(streams, '')).toEqual(['General', 'Music', 'Travel'])
  expect(categoriesOf(streams, 'Art')).toEqual(['Art', 'General', 'Music', 'Travel'])
})

test('the address has only what differs from the defaults, and keeps unknown parameters', () => {
  const params = new URLSearchParams('ref=chat&sort=title')
  expect(writeQuery(params, { search: ' jazz ' }).toString()).toBe('ref=chat&sort=title&search=jazz')
  expect(writeQuery(params, { sort: 'viewers' }).toString()).toBe('ref=chat')
  expect(params.toString()).toBe('ref=chat&sort=title')
})

test('[DIR-3] language and tag filter, and stay choices when their last stream has ended', () => {
  expect(names('language=es')).toEqual(['jazzy'])
  expect(names('tag=late')).toEqual(['bob', 'jazzy'])
  expect(names('tag=late&language=en&category=Music')).toEqual(['bob'])
  expect(languagesOf(streams, 'fr')).toEqual(['en', 'es', 'fr'])
  const tags = (search: string) => [...tagsOf(streams, query(search))]
  const all = [
    ['late', 2],
    ['piano', 1],
  ]
  expect(tags('')).toEqual(all)
  expect(tags('tag=gone')).toEqual([['gone', 0], ...all])
  // Those that lead nowhere from here are not offered; another tag takes the place of the chosen one.
  expect(tags('category=Travel')).toEqual([['late', 1]])
  expect(tags('language=en&tag=piano')).toEqual([
    ['piano', 1],
    ['late', 1],
  ])
  expect(tags('search=zen')).toEqual([])
})

test('[DIR-2] the search finds tags', () => {
  expect(names('search=piano')).toEqual(['bob'])
})
