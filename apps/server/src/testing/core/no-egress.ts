import { pino } from 'pino'
import type { Db } from '../../db/open.ts'
import { Egress } from '../../http/egress/egress.ts'

/** A site without a budget that counts nothing: it is never started. */
export const noEgress = new Egress({
  db: undefined as unknown as Db,
  state: { publish: async () => undefined, subscribe: async () => undefined },
  log: pino({ level: 'silent' }),
  now: Date.now,
  secret: Buffer.alloc(32),
  settings: {
    dayBytes: undefined,
    monthBytes: undefined,
    pricePerGb: undefined,
    shares: { address: 1, broadcast: 1, channel: 1 },
    edgeSecret: undefined,
  },
  trustedProxies: [],
  isSandbox: true,
  hasOthers: false,
  operators: [],
  hasEdges: false,
})
