import type { Mutant } from './run-mutant.ts'

const server = 'apps/server/src'
const privacyTest = `${server}/core/privacy/privacy.test.ts`

/** Who downloads and deletes the data of an account, and what of it. */
export const privacyProtections: readonly Mutant[] = [
  {
    id: 'T36',
    title: "a download needs the account's own signature",
    file: `${server}/core/privacy/stored-data-routes.ts`,
    find: "await withProof(context, username, 'download-data', body, async () => undefined)",
    replace:
      "await (body.signature === '' && withProof(context, username, 'download-data', body, async () => undefined))",
    tests: [privacyTest],
    only: 'is downloaded with a signature',
  },
  {
    id: 'T36',
    title: 'deleting needs a signature for that purpose',
    file: `${server}/core/privacy/stored-data-routes.ts`,
    find: "withProof(context, username, 'delete-data', body",
    replace: "withProof(context, username, 'download-data', body",
    tests: [privacyTest],
    only: 'needs a signature for that purpose',
  },
  {
    id: 'T36',
    title: 'a download does not say who reported the account',
    file: `${server}/db/privacy/stored-rows.ts`,
    find: ' && !rows.hides?.includes(column)',
    replace: '',
    tests: [privacyTest],
    only: 'is downloaded with a signature',
  },
  {
    id: 'T36',
    title: 'hashes of secrets are not downloaded',
    file: `${server}/db/privacy/stored-rows.ts`,
    find: "(use === 'name' || use === 'personal')",
    replace: "(use !== 'technical')",
    tests: [privacyTest],
    only: 'is downloaded with a signature',
  },
  {
    id: 'T36',
    title: 'what moderators have done stays',
    file: `${server}/core/privacy/delete-accounts.ts`,
    find: "if (rows.onDeletion !== 'deleted') continue",
    replace: '',
    tests: [privacyTest],
    // The first one makes the reports.
    only: 'by the account alone|leaves open reports',
  },
  {
    id: 'T34',
    title: 'an encoder from a forbidden address is refused',
    file: `${server}/media/ingest/ingest.ts`,
    find: 'if (forbidden !== undefined) return refuse(forbidden)',
    replace: '',
    tests: [`${server}/core/operating/coming-back.test.ts`],
    only: 'an address is forbidden',
  },
  {
    id: 'T34',
    title: 'a silenced account publishes no texts',
    file: `${server}/http/route.ts`,
    find: "if (silence) throw refusalOf('account_silenced', silence)",
    replace: '',
    tests: [`${server}/core/operating/more-actions.test.ts`],
    only: 'silences an account',
  },
]
