import type { Chapter } from '@waggle/contract/replays/chapter-endpoints'

/** A recording has a picture about so often (rule REC-11). */
const pictureIntervalMs = 30_000

/**
 * The paths of the pictures of chapters, made of that of the replay; null where it has none. The server sends the last picture up to a
 * time: asked for the beginning of a chapter, it would send one of the chapter before.
 */
export function chapterPictures(
  picturePath: string | null,
  chapters: readonly Chapter[],
  endedAt: number,
): readonly string[] | null {
  if (picturePath === null) return null
  return chapters.map(({ at }, index) => {
    const lastMs = (chapters[index + 1]?.at ?? endedAt) - 1
    return picturePath.replace(/at=\d+/, `at=${Math.max(at, Math.min(at + pictureIntervalMs, lastMs))}`)
  })
}
