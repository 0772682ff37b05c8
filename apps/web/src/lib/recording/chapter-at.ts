/** hls.js moves segments by so much once it has loaded them: a chapter that was sought must not be the one before it. */
const driftMs = 250

/** The chapter that a moment of a recording belongs to. They are in the order of their times. */
export function chapterAt<Chapter extends { at: number }>(
  chapters: readonly Chapter[] | undefined,
  atMs: number | undefined,
): Chapter | undefined {
  return atMs === undefined ? undefined : chapters?.findLast(({ at }) => at <= atMs + driftMs)
}
