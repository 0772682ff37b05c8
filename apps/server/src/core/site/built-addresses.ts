import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../lib/startup/start-error.ts'

/** The origins of the servers for which the web app was built (docs/several-origins.md). An empty one is the origin of the page. */
export interface BuiltAddresses {
  api: string
  hls: string
  chat: string
}

const none: BuiltAddresses = { api: '', hls: '', chat: '' }

/** Reads what the build has written (apps/web/server-addresses.ts). Without the file, everything is at the origin of the page. */
export function readBuiltAddresses(distDir: string): BuiltAddresses {
  const path = join(distDir, 'servers.json')
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return none
  }
  try {
    return { ...none, ...JSON.parse(text) }
  } catch {
    throw new StartError(`${path} is damaged: build the web app again.`)
  }
}
