import { ConfigError } from '../lib/startup/config-error.ts'
import { parseOrigin } from './config-values.ts'
import type { Environment } from './environment.ts'
import { isLoopback } from './hosts.ts'

/** Every page names them in its policy. */
const edgesMax = 20

/** The origins of WAGGLE_EDGES, each once. */
export function toEdges({ edges, chain }: Pick<Environment, 'edges' | 'chain'>, publicUrl: string): string[] {
  if (edges.length > edgesMax) throw new ConfigError(`WAGGLE_EDGES names ${edges.length} edges: use up to ${edgesMax}.`)
  const origins = edges.map((edge) => {
    const url = parseOrigin('WAGGLE_EDGES', edge, 'https://edge1.live.example')
    if (url.protocol === 'http:' && !(chain === 'sandbox' && isLoopback(url.hostname))) {
      throw new ConfigError('WAGGLE_EDGES must begin with https:// (http only on this machine, on the sandbox chain).')
    }
    if (url.origin === new URL(publicUrl).origin) {
      throw new ConfigError('WAGGLE_EDGES names the site itself, which players use when no edge serves: remove it.')
    }
    return url.origin
  })
  return [...new Set(origins)]
}
