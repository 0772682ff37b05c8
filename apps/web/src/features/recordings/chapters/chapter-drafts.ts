import { lengthOf } from '@waggle/contract/clean-text'
import type { Chapter } from '@waggle/contract/replays/chapter-endpoints'
import { replayLimits as limits } from '@waggle/contract/replays/limits'
import { clockText } from '../../../lib/format/clock-text.ts'
import type { RecordingClock } from '../../../lib/recording/recording-clock.ts'

/** A chapter in the form. Its key stays the same while it is edited. */
export interface ChapterDraft {
  key: number
  title: string
  /** As it is written in its field, such as `1:02:03`. */
  time: string
  /** The moment, milliseconds since 1970; undefined where the time is none of the recording. */
  at: number | undefined
}

export type ChapterMistake = 'title' | 'time' | 'close'

type Clock = Pick<RecordingClock, 'positionOf' | 'momentOf'>

/** A chapter that was begun live begins with the second that its field shows, so that what looks 10 s apart is. */
export function draftsOf(chapters: readonly Chapter[], clock: Clock): ChapterDraft[] {
  return chapters.map(({ title, at }, key) => ({ key, title, time: timeAt(at, clock), at: secondOf(at, clock) }))
}

/** The drafts with another one in its place. It begins with the second that its field shows, which a picture of this moment belongs to. */
export function withChapterAt(
  drafts: readonly ChapterDraft[],
  pictureMs: number,
  clock: Clock,
): [ChapterDraft[], number] {
  const at = secondOf(pictureMs, clock)
  const key = Math.max(-1, ...drafts.map((draft) => draft.key)) + 1
  const place = drafts.findLastIndex((draft) => draft.at !== undefined && draft.at <= at) + 1
  return [drafts.toSpliced(place, 0, { key, title: '', time: timeAt(at, clock), at }), key]
}

export function withTime(draft: ChapterDraft, time: string, clock: Clock): ChapterDraft {
  const seconds = secondsIn(time)
  return { ...draft, time, at: seconds === undefined ? undefined : clock.momentOf(seconds) }
}

/** What is wrong with a draft, of its title first; empty where it can be saved. */
export function mistakesIn(draft: ChapterDraft, drafts: readonly ChapterDraft[]): ChapterMistake[] {
  const title = draft.title.trim()
  const isTitleWrong = title === '' || lengthOf(title) > limits.chapterTitleMaxLength
  const inTime = mistakeInTime(draft, drafts)
  return [...(isTitleWrong ? (['title'] as const) : []), ...(inTime ? [inTime] : [])]
}

function mistakeInTime(draft: ChapterDraft, drafts: readonly ChapterDraft[]): 'time' | 'close' | undefined {
  const { at } = draft
  if (at === undefined) return 'time'
  // Of two that are too close, the later one is wrong.
  const place = drafts.indexOf(draft)
  const isTooSoonAfter = (other: ChapterDraft, index: number) =>
    other.at !== undefined &&
    at - other.at < limits.chapterMinMs &&
    (other.at < at || (other.at === at && index < place))
  return drafts.some(isTooSoonAfter) ? 'close' : undefined
}

/** As they are saved; those without a moment are left out. */
export function chaptersOf(drafts: readonly ChapterDraft[]): Chapter[] {
  return drafts.flatMap(({ title, at }) => (at === undefined ? [] : [{ title, at }]))
}

/** `90`, `1:30` and `0:01:30` are the same. */
function secondsIn(time: string): number | undefined {
  if (!/^\d{1,6}(:\d{1,2}){0,2}$/.test(time.trim())) return undefined
  return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}

/** The moment at which the second of the recording begins that this moment is in. */
function secondOf(at: number, clock: Clock): number {
  const seconds = Math.floor(Math.round(clock.positionOf(at) * 1000) / 1000)
  return clock.momentOf(seconds) ?? at
}

function timeAt(at: number, clock: Clock): string {
  return clockText(Math.round(clock.positionOf(at) * 1000))
}
