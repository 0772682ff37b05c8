#!/usr/bin/env node
// The command `waggle`. Plain JavaScript for the host's Node 20: it only starts the packaged Node, which does the rest.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keepRunning } from './keep-running.mjs'
import { findNode, nodeFlags, serverFile } from './programs.mjs'
import { findBadLine } from './settings-file.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const { settings, isReplacedByOthers, rest } = readArguments(process.argv.slice(2))
const node = findNode(root)
if (node === undefined) {
  fail(
    `Waggle runs on Linux (x64 or arm64) with the packaged Node, which is missing here (${process.platform} ${process.arch}): is npm set to omit optional packages? Node 24 or newer would do too; this is ${process.version}.`,
  )
}
if (settings !== undefined) checkSettings(settings)

const flags = [...nodeFlags, ...(settings === undefined ? [] : [`--env-file=${settings}`])]
const env = {
  ...process.env,
  PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
  // Node keeps what it has compiled there, which halves the time of a start. Where it cannot write, it does without.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(cacheFolder(), 'waggle'),
}
endWithNpm()

const [word, ...others] = rest
const startsServer = word === undefined || word === 'start' || word === '--sample-stream'
const wantsHelp = rest.some((argument) => argument === '--help' || argument === '-h')

if (startsServer && !wantsHelp) {
  const server = [...flags, serverFile(root, 'main'), ...(word === 'start' ? others : rest)]
  if (isReplacedByOthers) runOnce(server)
  else keepRunning(node, server, { env })
} else runOnce([...flags, serverFile(root, 'commands/command-line'), ...rest])

/** Runs a command to its end. Signals for it reach this process only. */
function runOnce(args) {
  const child = spawn(node, args, { env, stdio: 'inherit' })
  child.on('error', (error) => fail(error.message))
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  // A terminal has sent Ctrl-C to both: the child decides when it ends.
  process.on('SIGINT', () => undefined)
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/** npx runs commands in a shell, which SIGTERM ends without telling the command: it notices by its parent. */
function endWithNpm() {
  if (process.env.npm_command !== 'exec') return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}

function readArguments(args) {
  const found = { settings: undefined, isReplacedByOthers: false, rest: [] }
  for (let index = 0; index < args.length; index += 1) {
    if (args[index] === '--settings') {
      index += 1
      if (args[index] === undefined)
        fail('--settings needs the name of a file with lines such as WAGGLE_HTTP_PORT=8080.')
      found.settings = args[index]
    } else if (args[index] === '--no-restart') found.isReplacedByOthers = true
    else found.rest.push(args[index])
  }
  return found
}

function checkSettings(file) {
  if (!existsSync(file) || !statSync(file).isFile()) fail(`There is no file of settings at ${file}.`)
  let text
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    fail(`This user may not read the settings in ${file} (${error.code}).`)
  }
  const line = findBadLine(text)
  if (line !== undefined) fail(`Line ${line} of ${file} sets nothing: write NAME=VALUE, such as WAGGLE_HTTP_PORT=8080.`)
}

function cacheFolder() {
  // The first is what systemd sets for a service with a CacheDirectory=.
  return process.env.CACHE_DIRECTORY ?? process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
