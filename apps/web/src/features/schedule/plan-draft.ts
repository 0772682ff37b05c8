import { scheduleLimits as limits, type PlannedBroadcast } from '@waggle/contract/channels/schedule'
import { firstCharacters } from '@waggle/contract/clean-text'

/** What the form of a planned broadcast holds. */
export interface PlanDraft {
  /** As the input writes it, in the streamer's time zone: `2026-11-28T20:00`. Empty at first. */
  time: string
  isWeekly: boolean
  title: string
  durationMinutes: number | null
  category: string | null
}

export const emptyDraft: PlanDraft = { time: '', isWeekly: false, title: '', durationMinutes: null, category: null }

export function draftOf({ startTime, ...planned }: PlannedBroadcast): PlanDraft {
  return { time: localValue(startTime), ...planned }
}

export function isSameDraft(one: PlanDraft, other: PlanDraft): boolean {
  return (Object.keys(one) as (keyof PlanDraft)[]).every((field) => one[field] === other[field])
}

/** Until its time is edited, a broadcast keeps the second of it: by that the server knows it again (rule API-23). */
export function plannedOf({ time, title, ...draft }: PlanDraft, edited?: PlannedBroadcast): PlannedBroadcast {
  const isSameTime = edited !== undefined && localValue(edited.startTime) === time
  return {
    ...draft,
    title: firstCharacters(title, limits.titleMaxLength),
    startTime: isSameTime ? edited.startTime : new Date(time).getTime(),
  }
}

/** A time as the input writes it. */
export function localValue(atMs: number): string {
  const offsetMs = new Date(atMs).getTimezoneOffset() * 60_000
  return new Date(atMs - offsetMs).toISOString().slice(0, 16)
}
