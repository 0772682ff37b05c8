import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import type { Db } from '../../db/open.ts'
import type { AdmittedAccounts } from '../../http/admission/admitted-accounts.ts'
import type { ChainAccounts } from '../../http/admission/chain-accounts.ts'
import { Entrance } from '../../http/entrance/entrance.ts'
import { deriveSecrets } from '../../lib/secrets.ts'
import { noMeasures } from '../core/no-measures.ts'
import { noSettings } from '../core/no-settings.ts'

const admitted: AdmittedAccounts = { has: () => false, onChange() {}, async announce() {} }

/** A public site with empty lists, on a chain that says nothing of anybody. */
export const noAdmission: { admitted: AdmittedAccounts; chainAccounts: ChainAccounts; entrance: Entrance } = {
  admitted,
  chainAccounts: { find: async () => undefined },
  // It is never started.
  entrance: new Entrance({
    config: { operators: [], http: { publicUrl: '' } },
    db: undefined as unknown as Db,
    state: { subscribe: async () => undefined },
    secrets: deriveSecrets(randomBytes(32)),
    settings: noSettings,
    measures: noMeasures,
    admitted,
    log: pino({ level: 'silent' }),
    now: Date.now,
  }),
}
