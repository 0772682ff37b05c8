import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { freePort, removeFolder, stopProcess, temporaryFolder, untilUp } from './engines/private-process.ts'
import { createSiteClient } from './site-client.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

interface ServerOptions {
  env?: Record<string, string>
  /** Node's flags. */
  flags?: string[]
  /** Opens a channel for messages to the process. */
  hasChannel?: boolean
}

/** Starts a complete server in a process of its own, on free ports, and waits until it is ready. */
export async function startServerProcess({ env = {}, flags = [], hasChannel = false }: ServerOptions = {}) {
  const dataDir = env.WAGGLE_DATA_DIR ?? (await temporaryFolder('server'))
  const [httpPort, rtmpPort] = [env.WAGGLE_HTTP_PORT ?? (await freePort()), env.WAGGLE_RTMP_PORT ?? (await freePort())]
  const settings = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    WAGGLE_TRANSCODE: 'off',
    ...{ WAGGLE_HTTP_PORT: String(httpPort), WAGGLE_RTMP_PORT: String(rtmpPort), WAGGLE_DATA_DIR: dataDir },
    ...env,
  }
  const url = `http://127.0.0.1:${httpPort}`
  const client = createSiteClient(url)
  let output = ''
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...flags, main], {
      env: settings,
      stdio: ['ignore', 'pipe', 'pipe', ...(hasChannel ? ['ipc' as const] : [])],
    })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
    await untilUp(child, async () => {
      if (!(await fetch(`${url}/readyz`)).ok) throw new Error('not ready')
    })
    return child
  }
  let child = await start()

  return {
    url,
    rtmpPort: Number(rtmpPort),
    dataDir,
    ...client,
    /** The running process; another one after a restart. */
    child: () => child,
    /** Everything that it has printed. */
    output: () => output,
    /** The lines of the log that contain this text. */
    logged: (text: string) => output.split('\n').filter((line) => line.startsWith('{') && line.includes(text)),
    /** Kills the process and starts it again at once, with the same folder and ports. */
    async killAndRestart() {
      await stopProcess(child, 'SIGKILL')
      child = await start()
    },
    stop: (signal: NodeJS.Signals = 'SIGTERM') => stopProcess(child, signal),
    async close() {
      await stopProcess(child, 'SIGKILL')
      if (env.WAGGLE_DATA_DIR === undefined) await removeFolder(dataDir)
    },
  }
}

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>
