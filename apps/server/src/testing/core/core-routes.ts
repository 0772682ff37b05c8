import { randomBytes } from 'node:crypto'
import { sandboxPublicKey } from '@waggle/hive/sandbox/accounts'
import type { FastifyInstance } from 'fastify'
import { readConfig } from '../../config/config.ts'
import { addressesOf } from '../../config/listeners.ts'
import type { CoreContext } from '../../core/context.ts'
import { createHttp } from '../../http/http.ts'
import { createSessionKeys } from '../../http/sessions/session-keys.ts'
import { startSessionUses } from '../../http/sessions/session-uses.ts'
import { openSession } from '../../http/sessions/sessions.ts'
import { Metrics } from '../../lib/metrics/metrics.ts'
import { deriveSecrets } from '../../lib/secrets.ts'
import { createMemoryState } from '../../shared-state/memory.ts'
import { noAdmission } from '../admission/no-admission.ts'
import type { ChainSite } from '../announcements/chain-site.ts'
import { noEgress } from './no-egress.ts'
import { noMeasures } from './no-measures.ts'
import { noSettings } from './no-settings.ts'

/** Starts some routes of the core role with the given database and chain on a free port. `limited: false` disables the rate limits. */
export async function startCoreRoutes(
  site: ChainSite,
  register: (app: FastifyInstance, context: CoreContext) => void,
  { limited = true } = {},
) {
  const { log, db, hive } = site.context
  const memory = createMemoryState(site.now)
  const config = readConfig({ WAGGLE_DATA_DIR: site.dataDir })
  const state = limited ? memory : { ...memory, consume: async () => ({ allowed: true }) as const }
  const shared = { db, state, hive, log, now: site.now }
  const sessionUses = startSessionUses(shared)
  const context: CoreContext = {
    ...shared,
    config,
    addresses: () => addressesOf(config),
    secrets: deriveSecrets(randomBytes(32)),
    channelExists: async () => true,
    sessionKeys: createSessionKeys(shared),
    sessionUses,
    measures: noMeasures,
    ...noAdmission,
    settings: noSettings,
    metrics: new Metrics(),
    egress: noEgress,
    thisProcess: { name: () => '', parts: async () => [] },
  }
  const app = createHttp(log)
  register(app, context)
  const url = await app.listen({ port: 0, host: '127.0.0.1', backlog: 4096 })

  return {
    context,
    url,
    /** Opens a session of the account and returns its token. */
    async session(username: string) {
      const publicKey = sandboxPublicKey(username, 'posting')
      return (await openSession(context, { username, publicKey })).token
    },
    async request(
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      path: string,
      { body, token, address = '10.0.0.1' }: { body?: object; token?: string | undefined; address?: string } = {},
    ) {
      const answer = await fetch(url + path, {
        method,
        headers: {
          // The server trusts a proxy on its own machine about the client's address.
          'x-forwarded-for': address,
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: answer.status, json: JSON.parse(await answer.text()) }
    },
    async close() {
      await app.close()
      await sessionUses.close()
      await memory.close()
    },
  }
}
