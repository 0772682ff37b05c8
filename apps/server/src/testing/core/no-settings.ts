import type { SiteSettings } from '../../http/operating/site-settings.ts'

/** A site whose operators have set nothing. */
export const noSettings: SiteSettings = {
  find: () => undefined,
  onChange() {},
  async refresh() {},
  async announce() {},
  async close() {},
}
