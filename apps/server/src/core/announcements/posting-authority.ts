import { accountSatisfies } from '@waggle/hive/authority'
import type { FastifyInstance } from 'fastify'
import { limitCallsByAddress } from '../../http/limits/limit-calls.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import type { Limit } from '../../shared-state/shared-state.ts'
import type { CoreContext } from '../context.ts'
import { readHive } from '../read-hive.ts'

const authorityLimit: Limit = { name: 'authority', points: 60, perSeconds: 60 }

/** Whether the poster may post for an account (rule POST-2). The page asks this server, because it may not connect to Hive's nodes. */
export function postingAuthorityRoutes(app: FastifyInstance, context: CoreContext): void {
  const { posterAccount } = context.config.hive

  route(app, context, 'getPostingAuthority', async ({ params, request }) => {
    await limitCallsByAddress(context, authorityLimit, request)
    const account = await readHive(() => context.hive.getAccount(params.username))
    if (!account) throw new Refusal('account_not_found')
    return {
      username: account.name,
      posterAccount,
      isGranted: accountSatisfies(account.posting, posterAccount),
      isListed: account.posting.account_auths.some(([name]) => name === posterAccount),
      weightThreshold: account.posting.weight_threshold,
    }
  })
}
