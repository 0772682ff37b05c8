import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { findCause } from './commands/doctor/find-cause.ts'
import { type Config, readConfig } from './config/config.ts'
import { createLog } from './lib/log.ts'
import { ConfigError } from './lib/startup/config-error.ts'
import { StartError } from './lib/startup/start-error.ts'
import { type Running, start } from './start.ts'
import { welcome } from './welcome.ts'

// Media is kept outside V8's heap. Without this flag, V8 collects garbage in the whole heap for every 64 MB of media: two or three
// times a second on a site with ten streams, which is half of their CPU time.
setFlagsFromString('--external-memory-accounted-in-global-limit')
// V8 lets the heap of a mostly idle process grow in small steps, and the objects for media fill such a step every three seconds, with
// one stream as with ten. The collection that follows costs more CPU time than the stream.
setFlagsFromString('--heap-growing-percent=50')

const webDist = join(import.meta.dirname, '../../web/dist')

/** sysexits.h, EX_SOFTWARE. bin/keep-running.mjs starts the server again after this code, and not after 1. */
const crashedCode = 70
/** Service managers kill what is still there after 30 s or more. */
const stopTimeoutMs = 27_000

async function main(): Promise<void> {
  const config = readConfigOrExplain()
  const log = createLog({ format: config.logFormat })
  const isJson = config.logFormat === 'json'
  // After an error that nothing has caught, nobody knows which state is still right: only a new process does.
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ error, origin }, 'unexpected error: this process ends')
    process.exit(crashedCode)
  })
  let running: Running
  try {
    running = await start(config, { log, webDist })
  } catch (error) {
    if (!isExplained(error)) await lookAround(config)
    explainAndExit(error)
  }
  const { http, rtmp, dataDir } = running.config
  if (isJson) log.info({ site: http.publicUrl, rtmp: rtmp.publicUrl, dataDir }, 'Waggle is running')
  else console.log(welcome(running.config))
  // For the next start: Node would write what it compiled only at an orderly exit (bin/waggle.mjs and scripts/setup.mjs name it).
  flushCompileCache()

  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A second Ctrl-C does not wait for the first.
      if (isStopping) process.exit(1)
      isStopping = true
      if (isJson) log.info('stopping')
      else console.log('Stopping.')
      // Nothing that hangs keeps the process from being replaced (F17).
      setTimeout(() => {
        log.error('could not stop in time: what was left is cut off')
        process.exit(0)
      }, stopTimeoutMs).unref()
      running.close().then(
        () => process.exit(0),
        (error) => {
          log.error({ error }, 'could not stop cleanly')
          process.exit(1)
        },
      )
    })
  }
}

function readConfigOrExplain(): Config {
  try {
    return readConfig(process.env, process.argv.slice(2))
  } catch (error) {
    explainAndExit(error)
  }
}

const isExplained = (error: unknown): error is Error => error instanceof ConfigError || error instanceof StartError

/** What the operator has to change is said in one sentence. Anything else is thrown. */
function explainAndExit(error: unknown): never {
  if (!isExplained(error)) throw error
  console.error(`Waggle cannot start. ${error.message}`)
  process.exit(1)
}

/** An error of the start is rarely ours: the database is not there yet, or the data folder is another user's. Returns where all is well. */
async function lookAround(config: Config): Promise<void> {
  const cause = await findCause(config)
  if (cause === undefined) return
  console.error(`Waggle cannot start. ${cause.sentence}`)
  process.exit(cause.mayPass ? crashedCode : 1)
}

await main()
