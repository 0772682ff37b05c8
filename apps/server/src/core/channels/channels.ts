import { defaultDescription, defaultTitle } from '@waggle/contract/channels/defaults'
import type { Channel, ChannelUpdate, OwnChannel } from '@waggle/contract/channels/endpoints'
import type { FastifyInstance } from 'fastify'
import { findChannel, saveChannel } from '../../db/accounts/channels.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import type { CoreContext } from '../context.ts'
import { identityOf } from '../identity/identity.ts'
import { beginCategoryChapter } from '../replays/chapters/category-chapter.ts'

/** A channel's title, description, category, language and tags: everyone may read them, the owner sets them (rules API-7, API-8). */
export function channelRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db } = context

  route(app, context, 'getChannel', async ({ params: { username } }) => {
    if (!(await context.channelExists(username))) throw new Refusal('account_not_found')
    return channelOf(context, username)
  })

  route(app, context, 'getMyChannel', async ({ session }) => ownChannel(session.username))

  route(app, context, 'updateMyChannel', async ({ body, session }) => change(session.username, body))

  route(app, context, 'updateStreamSettings', async ({ params, body, session }) => {
    if (params.username !== session.username) throw new Refusal('not_your_account')
    return change(session.username, body)
  })

  async function change(username: string, update: ChannelUpdate): Promise<OwnChannel> {
    const before = (await findChannel(db, username))?.category || null
    refuseUnknownCategory(before, update.category)
    await saveChannel(db, { ...update, username, tags: update.tags && distinct(update.tags) }, context.now())
    if (update.category !== undefined) {
      await beginCategoryChapter(context, { username, before, category: update.category || null })
    }
    const payload = await channelOf(context, username)
    await context.state.publish('chat', {
      kind: 'event',
      channel: username,
      audience: 'everyone',
      name: 'channel-changed',
      payload,
    })
    return ownChannel(username)
  }

  /** A channel keeps a category that the site has taken from its list since (rule SETTINGS-2). */
  function refuseUnknownCategory(before: string | null, category: string | null | undefined): void {
    if (!category || category === before || identityOf(context).categories.includes(category)) return
    throw new Refusal('category_unknown')
  }

  async function ownChannel(username: string): Promise<OwnChannel> {
    const { username: _, ...own } = (await findChannel(db, username)) ?? {
      username,
      title: '',
      description: '',
      category: null,
      language: null,
      tags: [],
    }
    return own as OwnChannel
  }
}

/** A channel as everyone sees it, with defaults where the owner has set nothing (rule STREAM-3). */
export async function channelOf({ db }: Pick<CoreContext, 'db'>, username: string): Promise<Channel> {
  const row = await findChannel(db, username)
  return {
    username,
    title: row?.title || defaultTitle(username),
    description: row?.description || defaultDescription,
    category: row?.category ?? null,
    language: (row?.language ?? null) as Channel['language'],
    tags: row?.tags ?? [],
  }
}

/** Each tag once, whatever its case. */
function distinct(tags: string[]): string[] {
  return [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()]
}
