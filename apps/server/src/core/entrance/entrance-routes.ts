import { errors } from '@waggle/contract/errors'
import { fill } from '@waggle/contract/sentences'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { SessionRow } from '../../db/accounts/sessions.ts'
import { settingInEffect } from '../../http/admission/setting-in-effect.ts'
import { obstacleToPrivacy } from '../../http/entrance/obstacle.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import type { CoreContext } from '../context.ts'
import { changeSettings } from '../operating/change-settings.ts'
import { requireOperator } from '../operating/rights.ts'
import type { BuiltAddresses } from '../site/built-addresses.ts'

/** Whether the site is private, and the way in for those who have logged in (rules MEMBER-1 and MEMBER-4). */
export function entranceRoutes(app: FastifyInstance, context: CoreContext, servers: BuiltAddresses): void {
  const { config, settings, entrance } = context

  /** The sentence that says why the site cannot be private. */
  function obstacle(): string | undefined {
    const reason = obstacleToPrivacy(config, servers)
    return reason === undefined ? undefined : fill(errors.cannot_be_private.message, { reason })
  }

  route(app, context, 'enterSite', async ({ session, reply }) => {
    giveEntrance(context, reply, session)
    const isMember = !entrance.isPrivate || entrance.isMember(session.username)
    return { isMember, hint: isMember ? '' : entrance.hint }
  })

  route(app, context, 'getEntranceSettings', async ({ session }) => {
    await requireOperator(context, session)
    return {
      value: settingInEffect(settings, 'entrance'),
      revision: settings.find('entrance')?.revision ?? null,
      obstacle: obstacle() ?? null,
    }
  })

  route(app, context, 'updateEntranceSettings', async ({ body: { value, revision }, session, reply }) => {
    await requireOperator(context, session)
    const message = value.isPrivate ? obstacle() : undefined
    if (message !== undefined) throw new Refusal('cannot_be_private', { message })
    await changeSettings(context, [{ name: 'entrance', value, from: revision ?? undefined }], session.username)
    giveEntrance(context, reply, session)
    return { success: true as const }
  })
}

/** Gives a member of a private site the cookie that opens it. A public site has none. */
export function giveEntrance(
  { entrance, now }: Pick<CoreContext, 'entrance' | 'now'>,
  reply: FastifyReply,
  session: Pick<SessionRow, 'username' | 'tokenHash' | 'expiresAtMs'>,
): void {
  if (entrance.isPrivate && entrance.isMember(session.username)) {
    reply.header('set-cookie', entrance.cookie.give(session, now()))
  }
}
