import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChatMessage } from '@waggle/contract/chat/entities'
import { createHiveGateway } from '@waggle/hive/gateway'
import { pino } from 'pino'
import { startChat } from '../../../apps/server/src/chat/chat.ts'
import { readConfig } from '../../../apps/server/src/config/config.ts'
import { addressesOf } from '../../../apps/server/src/config/listeners.ts'
import { openDatabase } from '../../../apps/server/src/db/open.ts'
import { createExistingChannels } from '../../../apps/server/src/http/existing-channels.ts'
import { createHttp } from '../../../apps/server/src/http/http.ts'
import { createSessionKeys } from '../../../apps/server/src/http/sessions/session-keys.ts'
import { startSessionUses } from '../../../apps/server/src/http/sessions/session-uses.ts'
import { openSession } from '../../../apps/server/src/http/sessions/sessions.ts'
import { createMemoryState } from '../../../apps/server/src/shared-state/memory.ts'
import { noAdmission } from '../../../apps/server/src/testing/admission/no-admission.ts'
import { fillChannel } from '../../../apps/server/src/testing/chat/fill-channel.ts'
import { noMeasures } from '../../../apps/server/src/testing/core/no-measures.ts'
import { noSettings } from '../../../apps/server/src/testing/core/no-settings.ts'
import { serveRequests } from './bench-child.ts'
import { measureLoopSlices } from './loop-slices.ts'

// The chat role as it runs in production, on SQLite with synchronous=FULL. `publish` passes a message to it as the message writer does
// after the commit, for the rounds without the database; HTTP calls take the complete path.
const writers = 240
const dataDir = mkdtempSync(join(tmpdir(), 'waggle-bench-chat-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
const log = pino({ level: 'info' }, pino.destination(2))
const db = await openDatabase({ dataDir })
const state = createMemoryState()
const http = createHttp(log)
const delays = measureDelays('calm')
let slices: ReturnType<typeof measureLoopSlices> | undefined
const publicKey = 'STM'
const hive = {
  ...createHiveGateway({ nodes: ['http://127.0.0.1:9'], agreement: 1 }),
  getPostingAuthority: async () => ({
    weight_threshold: 1,
    account_auths: [],
    key_auths: [[publicKey, 1] as [string, number]],
  }),
}
const config = readConfig({ WAGGLE_DATA_DIR: dataDir })
const base = { config, addresses: () => addressesOf(config), db, state, hive, log, now: Date.now }
const context = {
  ...base,
  channelExists: createExistingChannels(base),
  sessionKeys: createSessionKeys(base),
  sessionUses: startSessionUses(base),
  measures: noMeasures,
  settings: noSettings,
  ...noAdmission,
}
const chat = await startChat(http, context)
const tokens: string[] = []
// The rooms of the measurements belong to accounts that exist.
for (const username of ['bench', 'calm', 'chat']) await openSession(context, { username, publicKey })
for (let n = 0; n < writers; n += 1) {
  tokens.push((await openSession(context, { username: `writer-${n}`, publicKey })).token)
}
await http.listen({ port: 0, host: '127.0.0.1', backlog: 4096 })

serveRequests({ port: (http.server.address() as AddressInfo).port, tokens }, (request) => {
  if (request.kind === 'sockets') return chat.socketCount()
  if (request.kind === 'delays') return delays.splice(0)
  if (request.kind === 'slices') {
    slices ??= measureLoopSlices()
    return slices.read()
  }
  if (request.kind === 'fill') return fillChannel(db, request.channel as string, request.count as number, Date.now())
  return state.publish('chat', { kind: 'message', message: request.message as ChatMessage })
})

/** Times in ms from reading a call to having written its message to the room's sockets. Calls to that room must not overlap. */
function measureDelays(channel: string): number[] {
  const delays: number[] = []
  let readAtMs = 0
  http.server.prependListener('request', ({ url }) => {
    if (url?.endsWith(`/${channel}`)) readAtMs = performance.now()
  })
  const { publish } = state
  state.publish = async (name, notice) => {
    await publish(name, notice)
    if ('kind' in notice && notice.kind === 'message' && notice.message.channel === channel)
      delays.push(performance.now() - readAtMs)
  }
  return delays
}
