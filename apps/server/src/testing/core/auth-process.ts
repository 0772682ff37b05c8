import { createHiveGateway } from '@waggle/hive/gateway'
import { pino } from 'pino'
import { readConfig } from '../../config/config.ts'
import { addressesOf } from '../../config/listeners.ts'
import { authRoutes } from '../../core/auth/auth.ts'
import { openDatabase } from '../../db/open.ts'
import { createHttp } from '../../http/http.ts'
import { Metrics } from '../../lib/metrics/metrics.ts'
import { deriveSecrets } from '../../lib/secrets.ts'
import { createMemoryState } from '../../shared-state/memory.ts'
import { trustedSessions } from './trusted-sessions.ts'

/** One of several processes that users sign in at, without rate limits: `auth-process.ts <database> <node> <master key>`. Prints its address. */
const [databaseUrl = '', nodeUrl = '', masterKey = ''] = process.argv.slice(2)
const log = pino({ level: 'silent' })
const config = readConfig({ WAGGLE_DATA_DIR: '/nowhere', WAGGLE_PUBLIC_URL: 'http://127.0.0.1' })
const hive = createHiveGateway({ nodes: [nodeUrl], agreement: 1 })
// Read once, because a thousand parallel calls would test the node.
const posting = await hive.getPostingAuthority('bob')
const app = createHttp(log)
authRoutes(app, {
  config,
  addresses: () => addressesOf(config),
  db: await openDatabase({ databaseUrl, dataDir: config.dataDir }),
  state: { ...createMemoryState(), consume: async () => ({ allowed: true }) },
  secrets: deriveSecrets(Buffer.from(masterKey, 'hex')),
  hive: { ...hive, getPostingAuthority: async () => posting },
  channelExists: async () => true,
  metrics: new Metrics(),
  thisProcess: { name: () => '', parts: async () => [] },
  log,
  now: Date.now,
  ...trustedSessions,
})
console.log(await app.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }))
