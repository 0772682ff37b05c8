import type { AdmittedAccounts } from '../../http/admission/admitted-accounts.ts'
import type { ChainAccounts } from '../../http/admission/chain-accounts.ts'

/** A site with empty lists, on a chain that says nothing of anybody. */
export const noAdmission: { admitted: AdmittedAccounts; chainAccounts: ChainAccounts } = {
  admitted: { has: () => false, onChange() {}, async announce() {} },
  chainAccounts: { find: async () => undefined },
}
