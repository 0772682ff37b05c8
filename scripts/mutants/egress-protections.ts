import type { Mutant } from './run-mutant.ts'

const egress = 'apps/server/src/http/egress'

/** What the site may send, and what an attack may cost. */
export const egressProtections: readonly Mutant[] = [
  {
    id: 'T43',
    title: 'an address has a share of the budget',
    file: `${egress}/egress.ts`,
    find: 'if ((address?.left ?? 0) <= 0 || this.#isBeyond(reservePart)) return true',
    replace: 'if (this.#isBeyond(reservePart)) return true',
    tests: [`${egress}/egress.test.ts`],
    only: 'uses up its share and nothing else',
  },
  {
    id: 'T43',
    title: 'a flood of refused calls is not answered',
    file: `${egress}/refuse-egress.ts`,
    find: "if (count <= fullAnswersPerSecond) return 'in full'",
    replace: "if (count > 0) return 'in full'",
    tests: [`${egress}/egress.test.ts`],
    only: 'next to nothing',
  },
  {
    id: 'T43',
    title: 'a flood of refused calls behind a proxy is slowed down',
    file: `${egress}/refuse-egress.ts`,
    find: 'count <= answersPerSecond ||',
    replace: 'count > 0 ||',
    tests: [`${egress}/egress.test.ts`],
    only: 'a hundred refusals a second',
  },
  {
    id: 'T43',
    title: 'a cache that does not report keeps nothing',
    file: 'apps/server/src/http/headers/security-headers.ts',
    find: "cacheControl.replace('public', 'private')",
    replace: 'cacheControl',
    tests: [`${egress}/egress.test.ts`],
    only: 'lets no cache',
  },
  {
    id: 'T43',
    title: "a part of the last percent is the operators'",
    file: `${egress}/egress.ts`,
    find: 'if (address?.isOfOperator && !isMedia) return this.#isBeyond(operatorsPart)',
    replace: 'if (!isMedia) return this.#isBeyond(operatorsPart)',
    tests: [`${egress}/egress.test.ts`],
    only: 'those who run the site act',
  },
  {
    id: 'T43',
    title: 'nothing is free under the address of a sandbox that the site does not have',
    file: `${egress}/egress-meter.ts`,
    find: 'this.#options.isSandbox && sandboxChain.test(url)',
    replace: 'sandboxChain.test(url)',
    tests: [`${egress}/egress-meter.test.ts`],
    only: 'without the sandbox chain',
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
