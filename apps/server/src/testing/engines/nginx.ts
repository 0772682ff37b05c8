import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { makeSelfSigned } from '../../../../../packages/media/src/rtmp/testing/self-signed.ts'
import { freePort, removeFolder, startProcess, stopProcess, temporaryFolder, untilUp } from './private-process.ts'

export const shippedNginxConfig = new URL('../../../../../deploy/nginx.conf', import.meta.url)

/**
 * Starts Debian's nginx with the configuration in deploy/ in front of these ports. Only addresses, certificate and folders are replaced.
 * The certificate is made for 127.0.0.1, and this process trusts it from now on. `cacheLockMs` replaces the 50 ms after which a request
 * no longer waits for another one: how many wait for longer depends on the machine. `replaySeconds` replaces the 5 s after which Waggle is
 * asked about a replay's media again. `edgeLogPort` turns the log for edge reports on.
 */
export async function startNginx(
  ports: Record<'core' | 'media' | 'chat', number[]>,
  {
    cacheLockMs = 50,
    replaySeconds = 5,
    edgeLogPort,
    workers = 1,
  }: { cacheLockMs?: number; replaySeconds?: number; edgeLogPort?: number; workers?: number | 'auto' } = {},
) {
  const folder = await temporaryFolder('nginx')
  const [port, plainPort] = await Promise.all([freePort(), freePort()])
  await mkdir(join(folder, 'log'))
  await mkdir(join(folder, 'temporary'))
  const { certFile, keyFile } = makeSelfSigned(folder, 'localhost', ['DNS:localhost', 'IP:127.0.0.1'], 90)
  setDefaultCACertificates([...getCACertificates('default'), await readFile(certFile, 'utf8')])
  const servers = (role: string) =>
    ports[role as keyof typeof ports].map((server) => `server 127.0.0.1:${server};`).join(' ')
  const replaced = (await readFile(shippedNginxConfig, 'utf8'))
    .replace(/(upstream waggle_(\w+) \{[^}]*)server 127\.0\.0\.1:8080;/g, (_, before, role) => before + servers(role))
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace('/etc/letsencrypt/live/live.example/fullchain.pem', certFile)
    .replace('/etc/letsencrypt/live/live.example/privkey.pem', keyFile)
    .replace(/(proxy_cache_lock_(?:age|timeout)) 50ms;/g, (_, name) => `${name} ${cacheLockMs}ms;`)
    .replace('proxy_cache_valid 200 5s;', `proxy_cache_valid 200 ${replaySeconds}s;`)
    .replace('/var/lib/nginx/waggle', join(folder, 'cache'))
    .replaceAll('/var/log/nginx', join(folder, 'log'))
    .replace('# access_log syslog:server=127.0.0.1:5514', (off) => {
      return edgeLogPort === undefined ? off : `access_log syslog:server=127.0.0.1:${edgeLogPort}`
    })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, 'temporary', name)};`)
    .join(' ')
  const main = join(folder, 'nginx.conf')
  // As root, nginx would run its workers as another user, who may not enter the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  await writeFile(join(folder, 'waggle.conf'), replaced)
  await writeFile(
    main,
    `daemon off; ${user} pid ${join(folder, 'pid')}; worker_processes ${workers}; error_log ${join(folder, 'log/error.log')} warn;
     events { worker_connections 8192; }
     http { ${temporary} include ${join(folder, 'waggle.conf')}; }`,
  )
  const child = startProcess('/usr/sbin/nginx', ['-p', folder, '-c', main, '-e', join(folder, 'log/start.log')])
  const url = `https://127.0.0.1:${port}`
  await untilUp(child, async () => {
    await fetch(url)
  })
  return {
    url,
    pid: child.pid ?? 0,
    /** The address without TLS. */
    plainUrl: `http://127.0.0.1:${plainPort}`,
    /** The content of its logs. */
    async logs(): Promise<string> {
      const names = ['waggle.log', 'waggle-error.log', 'error.log']
      const texts = await Promise.all(names.map((name) => readFile(join(folder, 'log', name), 'utf8').catch(() => '')))
      return texts.join('')
    },
    async close(): Promise<void> {
      await stopProcess(child)
      await removeFolder(folder)
    },
  }
}

export type Nginx = Awaited<ReturnType<typeof startNginx>>
