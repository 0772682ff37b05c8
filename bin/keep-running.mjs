import { spawn } from 'node:child_process'

/** The server's exit code after an error that nothing has caught (apps/server/src/main.ts). With 1 it cannot start, and says why. */
const crashedCode = 70
const pauseMinMs = 100
const pauseMaxMs = 10_000
/** A process that has run for this long has not failed because of the previous crash. */
const steadyMs = 60_000
/** Where this many starts within a minute have not helped, another one does not either. */
const restartsMax = 5
const restartsWithinMs = 60_000

/**
 * Runs the server until it is stopped. One that crashes or is killed is replaced: at once, and then with longer and longer pauses while
 * it crashes again, at most five times a minute. Then this process ends too, with the code of a crash.
 */
export function keepRunning(command, args, { env }) {
  let server
  let pause
  let pauseMs = pauseMinMs
  let restartedAtMs = []
  let isStopping = false

  function start() {
    const startedMs = performance.now()
    pause = undefined
    server = spawn(command, args, { env, stdio: 'inherit' })
    server.on('error', (error) => {
      console.error(error.message)
      process.exit(1)
    })
    server.on('exit', (code, signal) => {
      const hasCrashed = code === crashedCode || signal !== null
      if (isStopping || !hasCrashed) process.exit(code ?? (isStopping ? 0 : 1))
      const nowMs = performance.now()
      restartedAtMs = restartedAtMs.filter((atMs) => nowMs - atMs < restartsWithinMs)
      const how = signal ?? `code ${code}`
      if (restartedAtMs.length >= restartsMax) {
        console.error(
          `The server has ended unexpectedly (${how}) after ${restartsMax} new starts within a minute, and is not started again: the log above says why it ends.`,
        )
        process.exit(crashedCode)
      }
      if (nowMs - startedMs > steadyMs) pauseMs = pauseMinMs
      console.error(`The server has ended unexpectedly (${how}). It starts again.`)
      restartedAtMs.push(nowMs)
      pause = setTimeout(start, pauseMs)
      pauseMs = Math.min(2 * pauseMs, pauseMaxMs)
    })
  }

  // A terminal sends Ctrl-C to both processes, a service manager sends SIGTERM to this one only. The server decides when it exits.
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      isStopping = true
      if (pause) process.exit(0)
      if (signal === 'SIGTERM') server.kill(signal)
    })
  }
  start()
}
