import type { SiteMeasures } from '../../http/operating/site-measures.ts'

/** A site whose people have done nothing. */
export const noMeasures: SiteMeasures = {
  find: () => undefined,
  findAddress: () => undefined,
  hasEnded: () => false,
  onChange() {},
  async announce() {},
  async close() {},
}
