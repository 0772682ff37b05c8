import type { Mutant } from './run-mutant.ts'

const server = 'apps/server/src'
const admissionTest = `${server}/core/admission/admission.test.ts`

/** Who may broadcast and who may enter. */
export const admissionProtections: readonly Mutant[] = [
  {
    id: 'T38',
    title: 'a broadcast ends when its account may not broadcast any more',
    file: `${server}/media/ingest/publishing-rights.ts`,
    find: 'if (refusal) this.#end(broadcast, refusal)\n    else',
    replace: '',
    tests: [admissionTest],
  },
  {
    id: 'T38',
    title: 'an invitation works once',
    file: `${server}/db/admission/invitations.ts`,
    find: ".deleteFrom('invitations')\n    .where('secret_hash'",
    replace: ".updateTable('invitations')\n    .set({ note: '' })\n    .where('secret_hash'",
    tests: [admissionTest],
  },
]
