import { replayLimits } from '@waggle/contract/replays/limits'
import type { Db } from '../../db/open.ts'
import { listRecordingTitles } from '../../db/recordings/recording-titles.ts'

/**
 * The recordings of a channel whose title has each of the words, in any case and without accents; one without a title is found by
 * the name of its channel. The words are compared here, because databases differ in what they call the same letter.
 */
export async function searchTitles(db: Db, username: string, words: string): Promise<string[]> {
  const sought = plain(words).split(/\s+/)
  const titles = await listRecordingTitles(db, username, replayLimits.searchedReplaysMax)
  return titles
    .filter(({ title }) => {
      const text = plain(title || username)
      return sought.every((word) => text.includes(word))
    })
    .map(({ id }) => id)
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
