import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface PackageLicence {
  name: string
  version: string
  licence: string
  /** False for what only tests and builds use. */
  isShipped: boolean
}

/** Licences that let anybody run, change and pass on the whole; MPL-2.0 and others with conditions may be used for development. */
const allowed = [
  ...['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'Unlicense', 'MIT-0'],
  // Of fonts: they may be passed on with a program, only not sold on their own.
  'OFL-1.1',
]

/** Packages that name their licence elsewhere than in their manifest, each with where it was read. */
const namedElsewhere: Readonly<Record<string, string>> = {
  // Its README and LICENSE file.
  'xmlhttprequest-ssl': 'MIT',
}

/** The licence of every package that package-lock.json names. */
export function listLicences(root: string): PackageLicence[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<
      string,
      { version?: string; license?: string; link?: boolean; dev?: boolean; devOptional?: boolean }
    >
  }
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, entry]) => {
      const name = path.split('node_modules/').at(-1) ?? path
      const isShipped = !entry.dev && !entry.devOptional
      const licence = entry.license ?? namedElsewhere[name] ?? 'not named'
      return { name, version: entry.version ?? '', licence, isShipped }
    })
}

/** Shipped packages that may not be passed on under our own licence. */
export function refusedLicences(packages: readonly PackageLicence[]): PackageLicence[] {
  return packages.filter(
    ({ licence, isShipped }) => isShipped && !alternatives(licence).some((one) => allowed.includes(one)),
  )
}

/** `(MIT OR Apache-2.0)` leaves the choice to us (SPDX licence expressions). */
function alternatives(licence: string): string[] {
  return licence.replace(/[()]/g, '').split(' OR ')
}
