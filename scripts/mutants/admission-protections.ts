import type { Mutant } from './run-mutant.ts'

const server = 'apps/server/src'
const privateSiteTest = `${server}/core/entrance/private-site.test.ts`
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
  {
    id: 'T44',
    title: 'a private site answers only what is on the list',
    file: `${server}/http/entrance/guard-entrance.ts`,
    find: '    return refuse(request, response, code)\n  }',
    replace: '    return false\n  }',
    tests: [privateSiteTest],
  },
  {
    id: 'T44',
    title: 'sockets of a private site are for members',
    file: `${server}/http/entrance/guard-entrance.ts`,
    find: 'if (!visitor.isMember) return refuseUpgrade(socket, refusalOf(visitor))',
    replace: 'if (!visitor.isMember) return pass()',
    tests: [privateSiteTest],
  },
  {
    id: 'T44',
    title: 'whoever is removed is sent away',
    file: `${server}/http/entrance/guard-entrance.ts`,
    find: '  entrance.onChange(sendAway)\n',
    replace: '',
    tests: [privateSiteTest],
  },
  {
    id: 'T44',
    title: 'the cookie is sealed',
    file: `${server}/http/entrance/entrance-cookie.ts`,
    find: 'return allOf(this.#key).some((key) => isSame(shown, sign(key, tokenHash))) ? tokenHash : undefined',
    replace: 'return tokenHash',
    tests: [privateSiteTest],
  },
  {
    id: 'T44',
    title: 'the open addresses are exact',
    file: `${server}/http/entrance/open-requests.ts`,
    find: 'const asset = /^\\/assets\\/[\\w-][\\w.-]*$/',
    replace: 'const asset = /^\\/assets\\//',
    tests: [privateSiteTest],
  },
  {
    id: 'T44',
    title: 'no cache keeps what a member sees',
    file: `${server}/http/entrance/private-answer.ts`,
    find: "'cache-control': 'private, no-store'",
    replace: "'cache-control': 'public, max-age=60'",
    tests: [privateSiteTest],
  },
  {
    id: 'T44',
    title: 'the cookie ends with its session',
    file: `${server}/http/entrance/entrance.ts`,
    find: '      this.#sessions.end(ids)\n',
    replace: '',
    tests: [privateSiteTest],
  },
]
