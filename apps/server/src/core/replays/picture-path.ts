import type { ReplayRow } from '../../db/recordings/replays.ts'

/** The path of the picture that stands for a replay: that of its middle, because many begin with a still. */
export function picturePath({
  id,
  startedAtMs,
  endedAtMs,
  hasPictures,
}: Pick<ReplayRow, 'id' | 'startedAtMs' | 'endedAtMs' | 'hasPictures'>): string | null {
  return hasPictures ? `/recordings/${id}/picture.jpg?at=${Math.round((startedAtMs + endedAtMs) / 2)}` : null
}
