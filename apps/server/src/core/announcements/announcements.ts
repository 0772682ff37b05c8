import { announcementProblems } from '@waggle/contract/hive/announcement-problems'
import type { Announcements } from '@waggle/contract/hive/endpoints'
import { fill } from '@waggle/contract/sentences'
import type { FastifyInstance } from 'fastify'
import { findAnnouncementSettings, saveAnnouncementSettings } from '../../db/announcements/announcement-settings.ts'
import {
  type AnnouncementRow,
  assignToStreamer,
  findAnnouncement,
  findLatestAnnouncement,
  insertAnnouncement,
  unassignFromStreamer,
} from '../../db/announcements/announcements.ts'
import { findLiveBroadcast } from '../../db/broadcasts/broadcasts.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import type { CoreContext } from '../context.ts'
import { siteNameOf } from '../identity/identity.ts'
import { draftAnnouncement } from './announcement-post.ts'

/** A streamer's announcements: the settings, the state of the latest one, and its draft for the streamer to publish. */
export function announcementRoutes(app: FastifyInstance, context: CoreContext): void {
  const { posterAccount } = context.config.hive

  route(app, context, 'getAnnouncements', async ({ session }) => announcementsOf(session.username))

  route(app, context, 'updateAnnouncements', async ({ session, body }) => {
    await saveAnnouncementSettings(
      context.db,
      session.username,
      { ...body, tags: [...new Set(body.tags)] },
      context.now(),
    )
    return announcementsOf(session.username)
  })

  route(app, context, 'draftAnnouncement', async ({ session }) => {
    const { username } = session
    const broadcast = await findLiveBroadcast(context.db, username, context.now())
    if (!broadcast) throw new Refusal('not_live')
    const settings = await findAnnouncementSettings(context.db, username)
    const { publicUrl } = context.addresses()
    const draft = draftAnnouncement({ broadcast, publicUrl, siteName: siteNameOf(context) }, settings, posterAccount)
    // Stored first, so that the post is found on the chain even if the page never reports back.
    await insertAnnouncement(context.db, broadcast, true, context.now())
    const isAssigned = await assignToStreamer(context.db, broadcast.id, JSON.stringify(draft), context.now())
    if (!isAssigned) throw new Refusal('already_announced')
    return draft
  })

  route(app, context, 'withdrawAnnouncementDraft', async ({ session }) => {
    const broadcast = await findLiveBroadcast(context.db, session.username, context.now())
    if (broadcast) await unassignFromStreamer(context.db, broadcast.id)
    return announcementsOf(session.username)
  })

  async function announcementsOf(username: string): Promise<Announcements> {
    const live = await findLiveBroadcast(context.db, username, context.now())
    // A live broadcast without a row is not announced; the state of an older one must not be shown in its place.
    const row = live ? await findAnnouncement(context.db, live.id) : await findLatestAnnouncement(context.db, username)
    return {
      settings: await findAnnouncementSettings(context.db, username),
      posterAccount,
      latest: row ? describe(row) : null,
    }
  }

  function describe(row: AnnouncementRow): NonNullable<Announcements['latest']> {
    return {
      streamId: row.broadcastId,
      permlink: row.permlink,
      state: row.state === 'closing' ? 'published' : row.state,
      problem: row.problem,
      message: row.problem && fill(announcementProblems[row.problem], { poster: posterAccount }),
      isLeftToStreamer: row.isOwn,
      createdAt: row.createdAtMs,
    }
  }
}
