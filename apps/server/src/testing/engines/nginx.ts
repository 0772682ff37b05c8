import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, removeFolder, startProcess, stopProcess, temporaryFolder, untilUp } from './private-process.ts'

const shipped = new URL('../../../../../deploy/nginx.conf', import.meta.url)

/** Debian's nginx with the configuration that we ship, before these ports; only its addresses and folders are the test's own. */
export async function startNginx(ports: Record<'core' | 'media' | 'chat', number[]>) {
  const folder = await temporaryFolder('nginx')
  const port = await freePort()
  await mkdir(join(folder, 'log'))
  await mkdir(join(folder, 'temporary'))
  const servers = (role: string) =>
    ports[role as keyof typeof ports].map((server) => `server 127.0.0.1:${server};`).join(' ')
  const replaced = (await readFile(shipped, 'utf8'))
    .replace(/(upstream waggle_(\w+) \{[^}]*)server 127\.0\.0\.1:8080;/g, (_, before, role) => before + servers(role))
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('/var/cache/nginx/waggle', join(folder, 'cache'))
    .replaceAll('/var/log/nginx', join(folder, 'log'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, 'temporary', name)};`)
    .join(' ')
  const main = join(folder, 'nginx.conf')
  // As root its workers would be another user, who may not enter the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  await writeFile(join(folder, 'waggle.conf'), replaced)
  await writeFile(
    main,
    `daemon off; ${user} pid ${join(folder, 'pid')}; worker_processes 1; error_log ${join(folder, 'log/error.log')} warn;
     events { worker_connections 4096; }
     http { ${temporary} include ${join(folder, 'waggle.conf')}; }`,
  )
  const child = startProcess('/usr/sbin/nginx', ['-p', folder, '-c', main, '-e', join(folder, 'log/start.log')])
  const url = `http://127.0.0.1:${port}`
  await untilUp(child, async () => {
    await fetch(url)
  })
  return {
    url,
    /** Everything it has written to its logs. */
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
