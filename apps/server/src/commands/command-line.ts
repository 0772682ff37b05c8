import { runDataCommand } from '../backup/run-command.ts'
import { readConfig } from '../config/config.ts'
import { ConfigError } from '../lib/startup/config-error.ts'
import { StartError } from '../lib/startup/start-error.ts'
import { version } from '../lib/version.ts'
import { describeSettings } from './check.ts'
import { findCause } from './doctor/find-cause.ts'
import { runDoctor } from './doctor/run-doctor.ts'
import { runEdgeReport } from './edge-report/run-edge-report.ts'
import { helpFor, isWord, overview, type Word, words } from './help.ts'
import { changeOperators } from './operator.ts'
import { UsageError } from './usage-error.ts'

// All words of the command `waggle` but `start`, which bin/waggle.mjs runs itself.

const [given = '', ...args] = process.argv.slice(2)
const wantsHelp = [given, ...args].some((argument) => argument === '--help' || argument === '-h')

try {
  process.exitCode = await run()
} catch (error) {
  const isExplained = error instanceof UsageError || error instanceof ConfigError || error instanceof StartError
  const sentence = isExplained ? error.message : (await findCause(readConfig(process.env)))?.sentence
  if (sentence === undefined) throw error
  console.error(sentence)
  process.exitCode = 1
}

async function run(): Promise<number> {
  if (given === '--version' || given === '-v') return printVersion()
  if (!isWord(given)) {
    const [about = ''] = args
    if (given === 'help' && isWord(about)) return print(helpFor(about))
    if (wantsHelp || given === 'help') return print(overview())
    throw new UsageError(`'${given}' is none of Waggle's words: ${Object.keys(words).join(', ')}.`)
  }
  if (wantsHelp) return print(helpFor(given))
  return runWord(given)
}

async function runWord(word: Word): Promise<number> {
  switch (word) {
    case 'check':
      refuseArguments(word)
      return print(describeSettings(readConfig(process.env)))
    case 'doctor':
      refuseArguments(word)
      return runDoctor(readConfig(process.env), console.log)
    case 'operator':
      return print(await changeOperators(readConfig(process.env), args))
    case 'edge-report':
      return runEdgeReport(readConfig(process.env), args, { print: console.log, stop: untilStopped() })
    case 'version':
      refuseArguments(word)
      return printVersion()
    case 'backup':
    case 'restore':
    case 'migrate':
    case 'rotate-key':
      return runDataCommand(word, args, process.env, {
        ...{ print: console.log, printError: console.error },
        help: helpFor(word),
      })
    case 'start':
      throw new Error('bin/waggle.mjs starts the server itself')
  }
}

function untilStopped(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort())
  return stop.signal
}

function refuseArguments(word: Word): void {
  if (args.length > 0) throw new UsageError(`'waggle ${word}' takes no '${args[0]}'.\n\n${helpFor(word)}`)
}

function print(text: string): number {
  console.log(text)
  return 0
}

function printVersion(): number {
  return print(`waggle ${version}, Node ${process.versions.node}`)
}
