import type { ReplayRow } from '../../db/recordings/replays.ts'

type PicturedReplay = Pick<ReplayRow, 'id' | 'startedAtMs' | 'endedAtMs' | 'hasPictures' | 'pictureAtMs'>

/** The path of the picture that stands for a replay: the one its channel chose, or that of its middle, because many begin with a still. */
export function picturePath(replay: PicturedReplay): string | null {
  return replay.hasPictures ? `/recordings/${replay.id}/picture.jpg?at=${pictureAt(replay)}` : null
}

/** The time of that picture. What is cut out of a replay later can take its beginning or its end away. */
export function pictureAt({ startedAtMs, endedAtMs, pictureAtMs }: PicturedReplay): number {
  const middleMs = Math.round((startedAtMs + endedAtMs) / 2)
  return Math.min(Math.max(pictureAtMs ?? middleMs, startedAtMs), endedAtMs)
}
