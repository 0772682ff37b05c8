import type { Mutant } from './run-mutant.ts'

const egress = 'apps/server/src/http/egress'

/** What the site may send, and what an attack may cost. */
export const egressProtections: readonly Mutant[] = [
  {
    id: 'T43',
    title: 'an address has a share of the budget',
    file: `${egress}/egress.ts`,
    find: "if (connection.address.left <= 0) return this.#refuse(connection, request, response, 'address_share_used')",
    replace: '',
    tests: [`${egress}/egress.test.ts`],
    only: 'uses up its share and nothing else',
  },
  {
    id: 'T43',
    title: 'a flood of refused calls is not answered',
    file: `${egress}/refuse-egress.ts`,
    find: 'return count <= fullAnswersPerSecond',
    replace: 'return true',
    tests: [`${egress}/egress.test.ts`],
    only: 'next to nothing',
  },
  {
    id: 'T43',
    title: 'nobody else passes for a process of the site',
    file: `${egress}/own-process.ts`,
    find: 'return shown !== undefined && isSame(String(shown), mark)',
    replace: 'return shown !== undefined && mark.length > 0',
    tests: [`${egress}/egress-meter.test.ts`],
    only: 'nobody else can say',
  },
]
