import type { Mutant } from './run-mutant.ts'

const identity = 'apps/server/src/core/identity'
const pictures = [`${identity}/pictures/read-picture.test.ts`]
const settings = ['apps/server/src/core/operating/site-settings.test.ts']

/** What operators upload and write about their site. */
export const identityProtections: readonly Mutant[] = [
  {
    id: 'T37',
    title: 'a PNG is checked behind its first bytes',
    file: `${identity}/pictures/read-png.ts`,
    find: "if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return 'damaged_picture'",
    replace: '',
    tests: pictures,
  },
  {
    id: 'T37',
    title: 'the pixels of a PNG are as many as it says',
    file: `${identity}/pictures/read-png.ts`,
    find: 'return header[12] === 0 ? length === expected : length >= expected',
    replace: 'return length > 0',
    tests: pictures,
  },
  {
    id: 'T37',
    title: 'a logo that is opened by itself runs nothing',
    file: `${identity}/site-logo.ts`,
    find: "default-src 'none'; frame-ancestors 'none'; sandbox",
    replace: "default-src 'self'",
    tests: settings,
  },
  {
    id: 'T37',
    title: 'an advertisement has another origin than the site',
    file: 'packages/contract/src/site/check-settings.ts',
    find: "if (url.origin === siteOrigin) return note('own_address')",
    replace: "if (url.origin === '') return note('own_address')",
    tests: ['packages/contract/src/site/check-settings.test.ts'],
  },
  {
    id: 'T37',
    title: 'only operators change settings of the site',
    file: 'apps/server/src/core/operating/site-settings.ts',
    find: `route(app, context, 'saveSiteSettings', async ({ body, session }) => {
    await requireOperator(context, session)`,
    replace: "route(app, context, 'saveSiteSettings', async ({ body, session }) => {",
    tests: settings,
  },
]
