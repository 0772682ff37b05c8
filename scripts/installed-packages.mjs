// Plain JavaScript for the host's Node: nothing is installed yet when it runs.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether `root/node_modules` holds every package of `root/package-lock.json` in its locked version, whoever installed it.
 * Optional packages may be missing: most of them are made for another system.
 */
export function hasLockedPackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages).every(([path, { version, link, optional, devOptional }]) => {
    if (!path.includes('node_modules/')) return true
    if (link) return existsSync(join(root, path))
    const installed = installedVersion(join(root, path, 'package.json'))
    return installed === version || (installed === undefined && (optional || devOptional))
  })
}

function installedVersion(manifest) {
  try {
    return JSON.parse(readFileSync(manifest, 'utf8')).version
  } catch {
    return undefined
  }
}
