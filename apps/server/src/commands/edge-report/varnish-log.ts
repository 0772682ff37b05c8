import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { StartError } from '../../lib/startup/start-error.ts'
import type { EdgeLog, LogOptions } from './edge-log.ts'

const againMs = 1000
/** By default it gives up the oldest of 1,000 unfinished requests, and so many viewers wait for the same part. */
const unfinishedRequests = '100000'

/**
 * Reads Varnish's log out of its shared memory with the program that comes with it, from now on. It waits where Varnish does not run
 * yet, and stays when Varnish is started again. `instance` is what varnishd was given with -n.
 */
export async function readVarnishLog({ add, print, instance }: LogOptions & { instance?: string }): Promise<EdgeLog> {
  const args = ['-t', 'off', '-L', unfinishedRequests, '-F', '%h %O %s %U', ...(instance ? ['-n', instance] : [])]
  let isClosed = false
  let again: NodeJS.Timeout | undefined
  let child = start()
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', () => reject(new StartError('There is no varnishncsa here: it is in the package varnish.')))
  })

  function start(): ChildProcessByStdio<null, Readable, Readable> {
    const started = spawn('varnishncsa', args, { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env.PATH } })
    createInterface(started.stdout).on('line', add)
    // What it has lost, and that Varnish is gone or back.
    createInterface(started.stderr).on('line', (line) => print(`varnishncsa: ${line}`))
    started.on('error', () => undefined)
    started.on('close', (code, signal) => {
      if (isClosed) return
      print(`varnishncsa has ended (${signal ?? `code ${code}`}) and is started again.`)
      again = setTimeout(() => {
        child = start()
      }, againMs)
    })
    return started
  }

  return {
    lostLines: async () => 0,
    async close() {
      isClosed = true
      clearTimeout(again)
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once('close', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}
