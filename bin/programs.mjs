// Plain JavaScript for the host's Node, whatever its version: it finds the Node that runs Waggle.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The first version of Node that runs Waggle itself. */
const nodeMajor = 24

/**
 * The packaged Node beside Waggle (docs/decisions/002-packaged-node.md), or this one where it is new enough. Undefined where neither is.
 */
export function findNode(root) {
  try {
    const manifest = createRequire(join(root, 'package.json')).resolve(`node-linux-${process.arch}/package.json`)
    return join(dirname(manifest), 'bin/node')
  } catch {
    return Number.parseInt(process.versions.node, 10) >= nodeMajor ? process.execPath : undefined
  }
}

/** A file of the server's sources: TypeScript in a checkout, JavaScript in the published package. */
export function serverFile(root, name) {
  const file = join(root, 'apps/server/src', name)
  return existsSync(`${file}.ts`) ? `${file}.ts` : `${file}.js`
}

/**
 * Node's flags. Under a flood of requests V8's young generation grows by a hundred megabytes, which it keeps. Unlike the flags in main.ts,
 * the second one works only on the command line.
 */
export const nodeFlags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=16']
