import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { makeSelfSigned } from '../../../../../packages/media/src/rtmp/testing/self-signed.ts'
import { freePort, removeFolder, startProcess, stopProcess, temporaryFolder, untilUp } from './private-process.ts'

const shipped = (name: string) => readFile(new URL(`../../../../../deploy/${name}`, import.meta.url), 'utf8')

/**
 * Starts Debian's Varnish with the configuration in deploy/ in front of the server at this port, and hitch in front of it where
 * `tls` is true. Only addresses, certificate and folders are replaced. This process trusts the certificate from now on.
 */
export async function startVarnish(
  origin: number,
  { tls = false, edgeSecret = '' }: { tls?: boolean; edgeSecret?: string } = {},
) {
  const folder = await temporaryFolder('varnish')
  const [port, proxyPort] = await Promise.all([freePort(), freePort()])
  const vcl = join(folder, 'waggle.vcl')
  await writeFile(
    vcl,
    (await shipped('varnish.vcl'))
      .replace('.port = "8080";', `.port = "${origin}";`)
      .replace('the WAGGLE_EDGE_SECRET of the site', edgeSecret),
  )
  await mkdir(join(folder, 'state'))
  const child = startProcess('/usr/sbin/varnishd', [
    ...['-F', '-f', vcl, '-n', join(folder, 'state'), '-s', 'malloc,64M'],
    ...['-a', `127.0.0.1:${port}`, '-a', `127.0.0.1:${proxyPort},PROXY`],
    // It runs as whoever runs the tests; its jails need folders of the system.
    ...['-j', 'none'],
  ])
  const url = `http://127.0.0.1:${port}`
  await untilUp(child, async () => {
    await fetch(url)
  })
  /** The manager starts the process that serves. */
  const signalWorkers = async (signal: NodeJS.Signals) => {
    const workers = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').catch(() => '')
    for (const worker of workers.trim().split(' ').filter(Boolean)) process.kill(Number(worker), signal)
  }
  const hitch = tls ? await startHitch(folder, proxyPort) : undefined
  return {
    url,
    secureUrl: hitch?.url,
    pid: child.pid ?? 0,
    /** What its log is found by. */
    instance: join(folder, 'state'),
    /** Stops it where it is: its sockets stay open, and nothing is answered any more. */
    freeze(): Promise<void> {
      return signalWorkers('SIGSTOP')
    },
    /** Ends it without a last word. */
    async kill(): Promise<void> {
      await signalWorkers('SIGKILL')
      await stopProcess(child, 'SIGKILL')
    },
    async close(): Promise<void> {
      await hitch?.close()
      await signalWorkers('SIGCONT')
      await stopProcess(child)
      await removeFolder(folder)
    },
  }
}

export type Varnish = Awaited<ReturnType<typeof startVarnish>>

async function startHitch(folder: string, backend: number) {
  const port = await freePort()
  const { certFile, keyFile } = makeSelfSigned(folder, 'localhost', ['DNS:localhost', 'IP:127.0.0.1'])
  const certificate = await readFile(certFile, 'utf8')
  setDefaultCACertificates([...getCACertificates('default'), certificate])
  const pem = join(folder, 'hitch.pem')
  await writeFile(pem, certificate + (await readFile(keyFile, 'utf8')), { mode: 0o600 })
  const config = join(folder, 'hitch.conf')
  const text = (await shipped('hitch.conf'))
    .replace('host = "*"', 'host = "127.0.0.1"')
    .replace('port = "443"', `port = "${port}"`)
    .replace('[127.0.0.1]:8443', `[127.0.0.1]:${backend}`)
    .replace('/etc/hitch/edge1.live.example.pem', pem)
    .replace('syslog = on', 'syslog = off')
  // Only root can become another user.
  await writeFile(config, process.getuid?.() === 0 ? text : text.replace(/^(user|group) = .*$/gm, ''))
  const child = startProcess('/usr/sbin/hitch', [`--config=${config}`])
  const url = `https://127.0.0.1:${port}`
  await untilUp(child, async () => {
    await fetch(url)
  })
  return { url, close: () => stopProcess(child) }
}
