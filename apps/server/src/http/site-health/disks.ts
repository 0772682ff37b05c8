import { statfs } from 'node:fs/promises'
import type { DiskSample } from '../../db/site-health/processes.ts'

export interface DiskFigures {
  disk: 'data' | 'recordings'
  freeBytes: number
  sizeBytes: number
}

const gibibyte = 1024 ** 3
const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
const rememberedMs = 7 * dayMs
/** A shorter time says nothing about a week. */
const shortestSpanMs = 2 * hourMs

/** The disks with these folders. One that cannot be read is left out. */
export async function readDisks(folders: Partial<Record<DiskFigures['disk'], string>>): Promise<DiskFigures[]> {
  const read = Object.entries(folders).map(async ([disk, folder]) => {
    const { bsize, blocks, bavail } = await statfs(folder)
    return { disk: disk as DiskFigures['disk'], freeBytes: bsize * bavail, sizeBytes: bsize * blocks }
  })
  const results = await Promise.allSettled(read)
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}

/**
 * Whether somebody has to make room: a tenth of the disk is left, within bounds, which is about twice of what recordings leave free.
 * It is well again only with a fifth more.
 */
export function isNearlyFull({ freeBytes, sizeBytes }: DiskFigures, wasNearlyFull: boolean): boolean {
  const bound = Math.min(Math.max(sizeBytes / 10, 4 * gibibyte), 40 * gibibyte, sizeBytes / 3)
  return freeBytes < bound * (wasNearlyFull ? 1.2 : 1)
}

/** Adds a sample an hour, and forgets those of more than a week ago. */
export function rememberDisks(
  history: readonly DiskSample[],
  disks: readonly DiskFigures[],
  nowMs: number,
): readonly DiskSample[] {
  const kept = history.filter(({ atMs }) => nowMs - atMs < rememberedMs)
  const due = disks.filter(({ disk }) => !kept.some((sample) => sample.disk === disk && nowMs - sample.atMs < hourMs))
  return [...kept, ...due.map(({ disk, freeBytes }) => ({ disk, freeBytes, atMs: nowMs }))]
}

/** When the disk is full if it goes on filling as it did in the last week; null while it does not, or nobody knows. */
export function daysUntilFull(
  history: readonly DiskSample[],
  { disk, freeBytes }: DiskFigures,
  nowMs: number,
): number | null {
  const first = firstOf(history, disk)
  if (first === undefined || nowMs - first.atMs < shortestSpanMs) return null
  const bytesPerDay = ((first.freeBytes - freeBytes) / (nowMs - first.atMs)) * dayMs
  return bytesPerDay > 0 ? freeBytes / bytesPerDay : null
}

/** Of how many days what is said about its filling is. */
export function measuredDays(history: readonly DiskSample[], disk: DiskFigures['disk'], nowMs: number): number {
  return (nowMs - (firstOf(history, disk)?.atMs ?? nowMs)) / dayMs
}

function firstOf(history: readonly DiskSample[], disk: DiskFigures['disk']): DiskSample | undefined {
  return history.find((sample) => sample.disk === disk)
}
