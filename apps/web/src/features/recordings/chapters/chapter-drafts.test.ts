import { expect, it } from 'vitest'
import { type ChapterDraft, chaptersOf, draftsOf, mistakesIn, withChapterAt, withTime } from './chapter-drafts.ts'

/** A recording of two hours that began at 1,000,000, and of which the second minute is left out. */
const clock = {
  positionOf: (at: number) => (at - 1_000_000) / 1000 - (at >= 1_120_000 ? 60 : 0),
  momentOf: (seconds: number) =>
    seconds > 7140 ? undefined : 1_000_000 + (seconds < 60 ? seconds : seconds + 60) * 1000,
}
const bees = { title: 'Bees', at: 1_000_000 }
const honey = { title: 'Honey', at: 4_683_000 }
const drafts = draftsOf([bees, honey], clock)
const [first, second] = drafts as [ChapterDraft, ChapterDraft]

it('[CHAPTER-3] times are those of the player, and what is not edited keeps its moment', () => {
  expect(drafts.map(({ time }) => time)).toEqual(['0:00', '1:00:23'])
  expect(chaptersOf(drafts)).toEqual([bees, honey])
})

it.each([
  ['0:12', 1_012_000],
  ['90', 1_150_000],
  ['1:02:03', 4_783_000],
  ['1:59:00', 8_200_000],
  ['1:59:01', undefined],
  ['', undefined],
  ['1:2:3:4', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['noon', undefined],
])('[CHAPTER-3] the time %j is the moment %j', (time, at) => {
  const changed = withTime(second, time, clock)
  expect([changed.time, changed.at]).toEqual([time, at])
  expect(mistakesIn(changed, [first, changed])).toEqual(at === undefined ? ['time'] : [])
})

it('[CHAPTER-3] a chapter is added in the place of its moment, at the second that is shown', () => {
  const [changed, key] = withChapterAt(drafts, 1_150_700, clock)
  expect(changed.map(({ time }) => time)).toEqual(['0:00', '1:30', '1:00:23'])
  expect(changed.map((draft) => draft.key)).toEqual([0, key, 1])
  expect(changed[1]?.at).toBe(1_150_000)
})

it('[CHAPTER-3] a chapter can be typed in 10 shown seconds after one that was begun live', () => {
  const [begunLive] = draftsOf([{ title: 'Bees', at: 1_000_900 }], clock) as [ChapterDraft]
  const typed = withTime(second, '0:10', clock)
  expect(begunLive.time).toBe('0:00')
  expect(mistakesIn(typed, [begunLive, typed])).toEqual([])
})

it('[CHAPTER-1] says what is wrong with a chapter', () => {
  const titled = (title: string): ChapterDraft => ({ ...first, title })
  expect(['', ' ', 'x', '🐝'.repeat(100), 'x'.repeat(101)].map((title) => mistakesIn(titled(title), []))).toEqual([
    ...[['title'], ['title'], [], [], ['title']],
  ])
  const close = { ...second, at: bees.at + 9999 }
  expect([first, close].map((draft) => mistakesIn(draft, [first, close]))).toEqual([[], ['close']])
  const same = { ...second, at: bees.at }
  expect([first, same].map((draft) => mistakesIn(draft, [first, same]))).toEqual([[], ['close']])
  const apart = { ...second, at: bees.at + 10_000 }
  expect(mistakesIn(apart, [first, apart])).toEqual([])
  // Both are said at once.
  const untitled = { ...same, title: '' }
  expect(mistakesIn(untitled, [first, untitled])).toEqual(['title', 'close'])
})
