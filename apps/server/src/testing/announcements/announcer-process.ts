import { setTimeout as pause } from 'node:timers/promises'
import { createHiveGateway } from '@waggle/hive/gateway'
import { pino } from 'pino'
import { announceOnce } from '../../core/announcements/announcer.ts'
import { openPoster } from '../../core/announcements/poster.ts'
import { openDatabase } from '../../db/open.ts'
import { noSettings } from '../core/no-settings.ts'
import { fastClock } from '../fast-clock.ts'
import { publicUrl } from './chain-site.ts'

/** An announcer in a separate process, which the test kills: `announcer-process.ts <data folder> <node> <epoch of the clock>`. */
const [dataDir = '', nodeUrl = '', epochMs = ''] = process.argv.slice(2)
const now = fastClock(Number(epochMs))
const context = {
  db: await openDatabase({ dataDir }),
  hive: createHiveGateway({ nodes: [nodeUrl], agreement: 1, now }),
  poster: await openPoster({ chain: 'sandbox', posterAccount: 'waggle' }),
  publicUrl,
  settings: noSettings,
  log: pino({ level: 'silent' }),
  now,
}
for (;;) {
  await announceOnce(context)
  await pause(5)
}
