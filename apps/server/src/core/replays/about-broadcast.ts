import { defaultCategory } from '@waggle/contract/channels/defaults'
import type { Answer } from '@waggle/contract/endpoints'
import { findBroadcastAbout } from '../../db/broadcasts/broadcast-figures.ts'
import type { CoreContext } from '../context.ts'

/** What a recorded broadcast was about; null where that is not known. */
export async function aboutBroadcast(
  { db }: Pick<CoreContext, 'db'>,
  broadcastId: string,
): Promise<Answer<'getReplay'>['about']> {
  const about = await findBroadcastAbout(db, broadcastId)
  if (!about) return null
  return { ...about, category: about.category || defaultCategory, description: about.description ?? '' }
}
