import type { Plugin } from 'vite'

/** The settings of a build by the server that each names (src/lib/server-addresses.ts). */
const settings = { api: 'VITE_API_URL', hls: 'VITE_HLS_URL', chat: 'VITE_CHAT_URL', rtmp: 'VITE_RTMP_URL' } as const

type Env = Readonly<Record<string, string | undefined>>

/**
 * Checks the addresses of the servers that a site is built for, and writes them beside the page. The server that serves the page reads
 * them there, because its policy has to allow them (apps/server/src/core/site/built-addresses.ts).
 */
export function serverAddresses(): Plugin {
  let addresses: Record<string, string> = {}
  return {
    name: 'server-addresses',
    configResolved({ env }) {
      addresses = readServerAddresses(env)
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'servers.json', source: JSON.stringify(addresses) })
    },
  }
}

/** The addresses that are set. Throws on the first that is malformed, and on a name that is none of a setting. */
export function readServerAddresses(env: Env): Record<string, string> {
  const names = Object.values<string>(settings)
  for (const name of Object.keys(env)) {
    if (name.startsWith('VITE_') && !names.includes(name)) {
      throw new Error(`${name} is not a setting of the build: they are ${names.join(', ')}.`)
    }
  }
  return Object.fromEntries(
    Object.entries(settings).flatMap(([server, name]) => {
      const value = env[name]
      if (!value) return []
      const problem = server === 'rtmp' ? problemOfRtmp(value) : problemOfOrigin(value)
      if (problem) throw new Error(`${name} is '${value}': ${problem}.`)
      return [[server, value]]
    }),
  )
}

function problemOfOrigin(value: string): string | undefined {
  const isOrigin = /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value
  return isOrigin ? undefined : 'give the scheme, host and port only, such as https://api.live.example'
}

function problemOfRtmp(value: string): string | undefined {
  const isIngest = /^rtmps?:\/\/[^/?#@]+\/live$/.test(value) && URL.canParse(value)
  return isIngest ? undefined : 'its path must be /live, such as rtmp://in.live.example/live'
}
