import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { makeSelfSigned } from '../../../../../packages/media/src/rtmp/testing/self-signed.ts'
import { freePort, removeFolder, stopProcess, temporaryFolder, untilUp } from './private-process.ts'

const shippedCaddyfile = new URL('../../../../../deploy/Caddyfile', import.meta.url)

/**
 * Starts Debian's Caddy with the Caddyfile in deploy/ in front of this port. Only addresses and the certificate are replaced, and its
 * control port is closed. This process trusts the certificate from now on.
 */
export async function startCaddy(sitePort: number) {
  const folder = await temporaryFolder('caddy')
  const [port, plainPort] = await Promise.all([freePort(), freePort()])
  const { certFile, keyFile } = makeSelfSigned(folder, 'localhost', ['DNS:localhost', 'IP:127.0.0.1'], 90)
  setDefaultCACertificates([...getCACertificates('default'), await readFile(certFile, 'utf8')])
  const text = (await readFile(shippedCaddyfile, 'utf8'))
    .replace(/^\{\n/m, `{\n\tadmin off\n\tauto_https disable_redirects\n\thttp_port ${plainPort}\n`)
    .replace('live.example {', `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${certFile} ${keyFile}`)
    .replace('127.0.0.1:8080', `127.0.0.1:${sitePort}`)
  const file = join(folder, 'Caddyfile')
  await writeFile(file, text)
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (words) => (output += words))
  const url = `https://localhost:${port}`
  await untilUp(child, async () => {
    await fetch(url)
  })
  return {
    url,
    /** What it has logged. */
    logs: async () => output,
    async close(): Promise<void> {
      await stopProcess(child)
      await removeFolder(folder)
    },
  }
}
