import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import type { createKeychain } from '../../keychain.ts'
import { handleRpc } from '../api/rpc.ts'
import type { SandboxChain } from '../chain/chain.ts'
import type { installSandboxWallet } from '../wallet/wallet.ts'

const sources = join(import.meta.dirname, '../..')
const hiveTx = join(dirname(createRequire(import.meta.url).resolve('hive-tx')), 'index.mjs')
/** As strict as the site's content security policy. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; require-trusted-types-for 'script'"

export interface TestPage {
  readonly url: string
  close(): Promise<void>
}

const entry = `
import { createKeychain } from '/keychain.ts'
import { installSandboxWallet } from '/sandbox/wallet/wallet.ts'
globalThis.testing = { createKeychain, installSandboxWallet }
`

/** The page's script provides these functions as `window.testing`. */
export interface TestPageGlobals {
  testing: {
    createKeychain: typeof createKeychain
    installSandboxWallet: typeof installSandboxWallet
  }
}

/** Serves this package's browser modules, with types stripped, and a chain at `/sandbox/hive`, to a real browser. */
export async function startTestPage(chain: SandboxChain): Promise<TestPage> {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://page').pathname
    response.setHeader('content-security-policy', policy)
    try {
      if (path === '/') {
        response.setHeader('content-type', 'text/html')
        response.end(
          '<!doctype html><title>Test</title><button>Behind</button><input aria-label="Field"><script type="module" src="/entry.js"></script>',
        )
      } else if (path === '/sandbox/hive') {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk as Buffer)
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(await handleRpc(chain, Buffer.concat(chunks).toString())))
      } else {
        response.setHeader('content-type', 'text/javascript')
        response.end(await readModule(path))
      }
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readModule(path: string): Promise<string> {
  if (path === '/entry.js') return entry
  if (path === '/hive-tx.mjs') return readFile(hiveTx, 'utf8')
  if (!/^(?:\/[a-z-]+)+\.ts$/.test(path)) throw new Error('No such module')
  const source = await readFile(join(sources, path), 'utf8')
  return stripTypeScriptTypes(source).replace(/from 'hive-tx'/g, "from '/hive-tx.mjs'")
}
