import type { AnnouncementDraft, AnnouncementSettings } from '@waggle/contract/hive/endpoints'
import { replayPath, watchPath } from '@waggle/contract/pages/page-addresses'
import type { Operation, OperationBodies } from '@waggle/hive/operation'
import { announcementPermlink } from '../../db/announcements/announcements.ts'
import type { BroadcastRow } from '../../db/broadcasts/broadcasts.ts'

/** hived: HIVE_COMMENT_TITLE_LIMIT, 255 bytes of UTF-8. */
const titleMaxBytes = 255
const app = 'waggle/0.1.0'

interface AnnouncedBroadcast {
  broadcast: BroadcastRow
  /** The site's address, without a slash at its end. */
  publicUrl: string
  siteName: string
  /** Set when the broadcast has ended. */
  ended?: { durationMs: number; peakViewers: number; hasReplay: boolean }
}

/** Drafts the post that announces a live broadcast. */
export function draftAnnouncement(
  announced: AnnouncedBroadcast,
  settings: AnnouncementSettings,
  posterAccount: string,
): AnnouncementDraft {
  const { id, username } = announced.broadcast
  const permlink = announcementPermlink(id)
  const [firstTag = 'live'] = settings.tags
  const options = commentOptions(username, permlink, settings, posterAccount)
  return {
    title: cutToBytes(announced.broadcast.title || `${username} is live`, titleMaxBytes),
    body: announcementBody(announced),
    parentPermlink: settings.community ?? firstTag,
    jsonMetadata: JSON.stringify({
      app,
      format: 'markdown',
      tags: settings.tags.length > 0 ? settings.tags : [firstTag],
      live: { url: watchUrl(announced), streamId: id },
    }),
    permlink,
    commentOptions: options ? JSON.stringify(options) : '',
  }
}

/** The text of the post: the announcement during the broadcast, a summary after it. */
export function announcementBody(announced: AnnouncedBroadcast): string {
  const { broadcast, ended } = announced
  const address = watchUrl(announced)
  // As text: the post is Markdown.
  const name = announced.siteName.replace(/[\\`*_{}[\]()<>#+!|~@&-]/g, '\\$&')
  const opening = ended
    ? `**@${broadcast.username} was live on ${name} for ${durationText(ended.durationMs)}.** At most ${viewersText(ended.peakViewers)} watched at the same time.`
    : `**@${broadcast.username} is live now on ${name}: watch at ${address}**`
  const about = [
    broadcast.category && `Category: ${broadcast.category}`,
    ended?.hasReplay && `Watch the recording: ${announced.publicUrl}${replayPath(broadcast.id)}`,
    ended && `The channel: ${address}`,
  ]
  return [opening, broadcast.description?.trim(), ...about].filter(Boolean).join('\n\n')
}

/** The operations that publish the draft. `isNew` adds the options, which can be set only once. */
export function announcementOperations(author: string, draft: AnnouncementDraft, isNew: boolean): Operation[] {
  const comment: Operation = [
    'comment',
    {
      parent_author: '',
      parent_permlink: draft.parentPermlink,
      author,
      permlink: draft.permlink,
      title: draft.title,
      body: draft.body,
      json_metadata: draft.jsonMetadata,
    },
  ]
  if (!isNew || draft.commentOptions === '') return [comment]
  return [comment, ['comment_options', JSON.parse(draft.commentOptions) as OperationBodies['comment_options']]]
}

/** Undefined when the settings are the chain's defaults. */
function commentOptions(
  author: string,
  permlink: string,
  settings: AnnouncementSettings,
  posterAccount: string,
): OperationBodies['comment_options'] | undefined {
  const isShared = settings.beneficiaryPercent > 0 && !settings.declinesRewards
  if (!settings.declinesRewards && !isShared) return undefined
  const beneficiaries = [{ account: posterAccount, weight: settings.beneficiaryPercent * 100 }]
  return {
    author,
    permlink,
    max_accepted_payout: settings.declinesRewards ? '0.000 HBD' : '1000000.000 HBD',
    percent_hbd: 10_000,
    allow_votes: true,
    allow_curation_rewards: true,
    extensions: isShared ? [[0, { beneficiaries }]] : [],
  }
}

function watchUrl({ broadcast, publicUrl }: AnnouncedBroadcast): string {
  return publicUrl + watchPath(broadcast.username)
}

function durationText(durationMs: number): string {
  const minutes = Math.max(1, Math.round(durationMs / 60_000))
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`
}

function viewersText(count: number): string {
  return count === 1 ? 'one viewer' : `${count} viewers`
}

/** The longest prefix of whole characters that fits. */
function cutToBytes(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes))
  return text.slice(0, read)
}
