import { createHash } from 'node:crypto'
import { createServer } from 'node:net'
import { hostname } from 'node:os'
import { join, resolve as resolvePath } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '../../config/config.ts'
import { makeFolder } from '../../lib/files/make-folder.ts'
import { startPeriodicTask } from '../../lib/periodic-task.ts'
import { ConfigError } from '../../lib/startup/config-error.ts'
import { StartError } from '../../lib/startup/start-error.ts'
import { helpFor } from '../help.ts'
import { UsageError } from '../usage-error.ts'
import type { EdgeLog } from './edge-log.ts'
import { EdgeReporter } from './edge-reporter.ts'
import { readNginxLog } from './nginx-log.ts'
import { readVarnishLog } from './varnish-log.ts'

type Settings = Pick<Config, 'dataDir' | 'egress'> & { http: Pick<Config['http'], 'publicUrl'> }

/** While the site is away. */
const longestPauseMs = 60_000
const edgeName = /^[A-Za-z0-9.:-]{1,64}$/

/** `waggle edge-report`: runs beside an edge and tells the site what it sends, until `stop` is aborted. */
export async function runEdgeReport(
  settings: Settings,
  args: readonly string[],
  { print, stop }: { print(line: string): void; stop: AbortSignal },
): Promise<number> {
  const { log: kind, name, instance, port, everyMs } = readArguments(args)
  const { edgeSecret } = settings.egress
  if (edgeSecret === undefined) {
    throw new ConfigError('WAGGLE_EDGE_SECRET is not set: use the same one here and for the site.')
  }
  makeFolder(settings.dataDir)
  const file = join(settings.dataDir, `edge-report-${kind}.json`)
  await using _lock = await holdAlone(file)
  const site = settings.http.publicUrl
  const reporter = await EdgeReporter.open({ site, secret: edgeSecret, edge: name, file, print })
  let strange = 0
  const add = (line: string) => {
    if (!reporter.add(line)) strange += 1
  }
  const edgeLog: EdgeLog =
    kind === 'varnish'
      ? await readVarnishLog({ add, print, ...(instance !== undefined && { instance }) })
      : await readNginxLog({ add, print, port })
  print(kind === 'varnish' ? "Reads Varnish's log." : `Waits for nginx's log on 127.0.0.1 port ${port} (UDP).`)

  let pauseMs = everyMs
  let dueAtMs = 0
  let lost = 0
  async function report(): Promise<void> {
    const lostNow = await edgeLog.lostLines()
    if (lostNow > lost)
      print(`${lostNow - lost} lines of the log were lost: this process did not get the processor in time.`)
    if (strange > 0) print(`${strange} lines of the log have another form than this command asks for.`)
    lost = lostNow
    strange = 0
    if (performance.now() < dueAtMs) return reporter.save()
    pauseMs = (await reporter.flush()) ? everyMs : Math.min(2 * pauseMs, longestPauseMs)
    dueAtMs = pauseMs > everyMs ? performance.now() + pauseMs : 0
  }
  await report()
  const reports = startPeriodicTask(report, {
    pauseMs: everyMs,
    onError: (error) => print(`Could not report: ${(error as Error).message}`),
  })
  await new Promise<void>((resolve) => {
    if (stop.aborted) resolve()
    stop.addEventListener('abort', () => resolve())
  })
  await edgeLog.close()
  await reports.close()
  await reporter.flush()
  // What came in while an earlier batch waits.
  await reporter.save()
  return 0
}

function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...{ name: { type: 'string' }, instance: { type: 'string' } },
        ...{ port: { type: 'string', default: '5514' }, every: { type: 'string', default: '5' } },
      },
    })
    const [log, ...others] = positionals
    const [port, seconds] = [Number(values.port), Number(values.every)]
    const machine = hostname().replace(/[^A-Za-z0-9.-]/g, '-')
    const name = values.name ?? `${machine.slice(0, 50)}:${log}`
    const hasNumbers = Number.isInteger(port) && port > 0 && port < 65_536 && seconds >= 1 && seconds <= 30
    if ((log === 'varnish' || log === 'nginx') && others.length === 0 && edgeName.test(name) && hasNumbers) {
      return { log, name, instance: values.instance, port, everyMs: seconds * 1000 }
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  throw new UsageError(helpFor('edge-report'))
}

/** Two readers with one file would both report what they read. The system frees the name when the process ends, however it ends. */
async function holdAlone(file: string): Promise<AsyncDisposable> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', () => reject(new StartError(`Another 'waggle edge-report' runs with ${file}.`)))
    server.listen(`\0waggle ${createHash('sha256').update(resolvePath(file)).digest('hex')}`, resolve)
  })
  return { [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}
