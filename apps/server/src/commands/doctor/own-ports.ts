import { connect, createServer } from 'node:net'
import type { Config } from '../../config/config.ts'
import { isAnyAddress } from '../../config/hosts.ts'
import { codeOf, type Examination, reasonOf } from './examination.ts'

const timeoutMs = 3000

type Listener = { host: string; port: number }
type Settings = Pick<Config, 'http' | 'rtmp' | 'roles'>

/** The address at which this machine reaches a listener of its own. */
function reachable({ host, port }: Listener): { host: string; port: number } {
  return { host: host === '::' ? '::1' : isAnyAddress(host) ? '127.0.0.1' : host, port }
}

/** Whether the site runs on this machine, with these settings. */
export async function isSiteRunning({ http }: Pick<Config, 'http'>): Promise<boolean> {
  const { host, port } = reachable(http)
  try {
    const answer = await fetch(`http://${host.includes(':') ? `[${host}]` : host}:${port}/healthz`, {
      signal: AbortSignal.timeout(timeoutMs),
    })
    return (await answer.json()).status === 'alive'
  } catch {
    return false
  }
}

/** Of a site that runs, whether its ports are open; of another, whether they can be opened. */
export async function examinePorts({ http, rtmp, roles }: Settings, isRunning: boolean): Promise<Examination> {
  const title = `ports ${http.port} and ${rtmp.port} of this machine`
  const mistakes: string[] = []
  if (isRunning) {
    if (roles.includes('media') && !(await canConnect(reachable(rtmp)))) {
      mistakes.push(
        `The site runs, but nothing answers encoders at ${rtmp.host} port ${rtmp.port}: check WAGGLE_RTMP_PORT and WAGGLE_ROLES of the running site.`,
      )
    }
    return { title, mistakes }
  }
  const listeners: [string, Listener][] = [['HTTP', http]]
  if (roles.includes('media')) listeners.push(['RTMP', rtmp])
  for (const [name, listener] of listeners) {
    const error = await tryToListen(listener)
    if (error !== undefined) mistakes.push(explain(error, name, listener))
  }
  return { title, mistakes }
}

export function canConnect({ host, port }: Listener, withinMs = timeoutMs): Promise<boolean> {
  const socket = connect({ host, port, timeout: withinMs })
  return new Promise((resolve) => {
    const done = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => done(true))
    socket.once('error', () => done(false))
    socket.once('timeout', () => done(false))
  })
}

function tryToListen({ host, port }: Listener): Promise<unknown> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', resolve)
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}

function explain(error: unknown, name: string, { host, port }: Listener): string {
  const setting = `WAGGLE_${name}_PORT`
  if (codeOf(error) === 'EADDRINUSE') {
    return `Another program uses port ${port}: stop it ('ss -ltnp' names it), or set ${setting} to another port.`
  }
  if (codeOf(error) === 'EACCES') return `This user may not open port ${port}: set ${setting} to one above 1023.`
  if (codeOf(error) === 'EADDRNOTAVAIL' || codeOf(error) === 'ENOTFOUND') {
    return `${host} is not an address of this machine: correct WAGGLE_${name}_HOST.`
  }
  return `Port ${port} cannot be opened (${reasonOf(error)}): set ${setting} to another one.`
}
