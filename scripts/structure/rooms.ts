import { isCode, isTest, type ProjectFile } from './project-files.ts'

const filesMax = 12
const linesMax = 400

/** Folders that may hold more files, because all of them are of one kind. Each with that kind. */
const roomsOfOneKind: Record<string, string> = {
  'apps/server/src/db/migrations': 'a file is a migration, numbered in order',
}

/** Source files of each folder. Tests and stylesheets do not count: they lie beside the file they belong to. */
export function filesPerFolder(files: readonly ProjectFile[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const file of files) {
    if (!isCode(file) || isTest(file) || file.path.endsWith('.css')) continue
    const folder = file.path.slice(0, file.path.lastIndexOf('/'))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return counts
}

export function roomComplaints(files: readonly ProjectFile[]): string[] {
  const crowded = [...filesPerFolder(files)]
    .filter(([folder, count]) => count > filesMax && !(folder in roomsOfOneKind))
    .map(([folder, count]) => `${folder}: ${count} source files; at most ${filesMax}`)
  const long = files
    .filter((file) => isCode(file) && file.lines > linesMax)
    .map(({ path, lines }) => `${path}: ${lines} lines; at most ${linesMax}`)
  return [...crowded, ...long]
}

/** 'median / 95th percentile / largest' of the files' lines. */
export function sizes(files: readonly ProjectFile[]): string {
  const lines = files.map((file) => file.lines).sort((a, b) => a - b)
  const at = (share: number) => lines[Math.min(lines.length - 1, Math.floor(lines.length * share))] ?? 0
  return `${at(0.5)} / ${at(0.95)} / ${lines.at(-1) ?? 0}`
}
