import type { SettingProblem } from '@waggle/contract/site/setting-problems'
import type { SiteIdentity } from '@waggle/contract/site/settings'

/** What every part of the form receives: the settings with what was edited, and what is wrong with it. */
export interface SettingsDraft {
  draft: SiteIdentity
  problems: readonly SettingProblem[]
  edit(change: Partial<SiteIdentity>): void
}

/** The settings that differ from the saved ones. */
export function changesOf(saved: SiteIdentity, edits: Partial<SiteIdentity>): Partial<SiteIdentity> {
  const names = Object.keys(edits) as (keyof SiteIdentity)[]
  const isChanged = (name: keyof SiteIdentity) => JSON.stringify(edits[name]) !== JSON.stringify(saved[name])
  return Object.fromEntries(names.filter(isChanged).map((name) => [name, edits[name]]))
}

/** Milliseconds since 1970 as a field for a local time has them: '2026-11-23T10:00'. */
export function toLocalTime(ms: number | null): string {
  if (ms === null) return ''
  const zoneMs = new Date(ms).getTimezoneOffset() * 60_000
  return new Date(ms - zoneMs).toISOString().slice(0, 16)
}

export function fromLocalTime(text: string): number | null {
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? null : ms
}
