import type { ErrorCode } from '@waggle/contract/errors'
import { limits } from '@waggle/contract/limits'
import { findRestriction, isModerator } from '../../db/chat/moderation.ts'
import { findFollow } from '../../db/follows/follows.ts'
import type { Db } from '../../db/open.ts'
import { type ClipRow, countClips } from '../../db/recordings/clips.ts'
import { findRecordingSettings } from '../../db/recordings/recording-settings.ts'

interface RuleContext {
  db: Db
  now(): number
}

/** Why somebody may not make a clip of a channel (rule CLIP-2); undefined when they may. */
export async function clipRefusal(
  { db, now }: RuleContext,
  channel: string,
  maker: string,
): Promise<ErrorCode | undefined> {
  if ((await countClips(db, 'maker', maker)) >= limits.clipsPerMaker) return 'clip_too_many'
  if ((await countClips(db, 'channel', channel)) >= limits.clipsPerChannel) return 'clip_channel_full'
  if (maker === channel) return undefined
  // A timeout ends by itself, and is about what somebody writes.
  const restriction = await findRestriction(db, channel, maker, now())
  if (restriction?.kind === 'ban') return 'clip_banned'
  const { whoMayClip } = await findRecordingSettings(db, channel)
  if (whoMayClip === 'everyone') return undefined
  if (whoMayClip === 'nobody') return 'clip_refused'
  if (await isModerator(db, channel, maker)) return undefined
  if (whoMayClip === 'moderators') return 'clip_refused'
  return (await findFollow(db, maker, channel)) === undefined ? 'clip_followers_only' : undefined
}

/** Its maker, the owner of its channel, and the channel's moderators. */
export async function mayDeleteClip(
  { db, now }: RuleContext,
  { channel, maker }: Pick<ClipRow, 'channel' | 'maker'>,
  username: string,
): Promise<boolean> {
  if (username === maker || username === channel) return true
  return (await isModerator(db, channel, username)) && !(await findRestriction(db, channel, username, now()))
}
