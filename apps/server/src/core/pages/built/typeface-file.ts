import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The path of the site's typeface, its Latin letters; undefined where the site has not been built. */
export function typefacePath(distDir: string): string | undefined {
  try {
    const name = readdirSync(join(distDir, 'assets')).find((file) => /-latin-wght-normal-[^.]+\.woff2$/.test(file))
    return name && `/assets/${name}`
  } catch {
    return undefined
  }
}
