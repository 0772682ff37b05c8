import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { countFollowers } from '../../db/follows/follows.ts'
import {
  findOverlay,
  findOverlayBySecret,
  type OverlayRow,
  saveOverlay,
  sumTipsSince,
} from '../../db/webhooks/overlays.ts'
import { limitCallsByAddress } from '../../http/limits/limit-calls.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import type { Limit } from '../../shared-state/shared-state.ts'
import type { CoreContext } from '../context.ts'

/** An overlay reads its settings again after every tip and new follower. */
const readLimit: Limit = { name: 'overlay-read', points: 120, perSeconds: 60 }

/** A streamer's overlay, a page shown in the broadcast: its settings and its secret address, which is stored as a hash only. */
export function overlayRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db } = context

  route(app, context, 'getMyOverlay', async ({ session }) => ownOverlay(session.username))

  route(app, context, 'updateMyOverlay', async ({ body, session }) => {
    await update(session.username, { settings: body })
    return ownOverlay(session.username)
  })

  route(app, context, 'restartOverlayGoal', async ({ session }) => {
    await update(session.username, { goalSinceMs: context.now() })
    return ownOverlay(session.username)
  })

  route(app, context, 'renewOverlayAddress', async ({ session }) => {
    const secret = randomBytes(32).toString('base64url')
    await update(session.username, { secretHash: hashSecret(secret) })
    return { secret }
  })

  route(app, context, 'readOverlay', async ({ body, request }) => {
    await limitCallsByAddress(context, readLimit, request)
    const overlay = await findOverlayBySecret(db, hashSecret(body.secret))
    if (!overlay) throw new Refusal('overlay_not_found')
    return { channel: overlay.username, settings: overlay.settings, goalCount: await goalCountOf(overlay) }
  })

  async function update(username: string, changes: Parameters<typeof saveOverlay>[2]): Promise<void> {
    await saveOverlay(db, username, changes, context.now())
    // Open overlays read their settings again; those of a previous address are then refused.
    const payload = { channel: username }
    await context.state.publish('chat', {
      kind: 'event',
      channel: username,
      audience: 'everyone',
      name: 'overlay-changed',
      payload,
    })
  }

  async function ownOverlay(username: string) {
    const overlay = await findOverlay(db, username)
    return { hasAddress: overlay.hasAddress, settings: overlay.settings, goalCount: await goalCountOf(overlay) }
  }

  async function goalCountOf({ username, settings, goalSinceMs }: OverlayRow): Promise<number> {
    if (settings.goalKind === 'followers') return countFollowers(db, username)
    return (await sumTipsSince(db, username, settings.goalKind, goalSinceMs)) / 1000
  }
}

function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
