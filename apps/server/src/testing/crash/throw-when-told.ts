/**
 * Preloaded into a server (`--import`): throws once where the test's message says. 'timer' and 'rejection' are errors that nothing can
 * catch; anything else is a part of a path, and the next function of such a file that asks for the time fails.
 */
let armed: string | undefined

process.on('message', (where: string) => {
  if (where === 'timer') setTimeout(fail)
  else if (where === 'rejection') void Promise.reject(new Error('injected'))
  else armed = where
})
// The channel alone must not keep the process alive.
process.channel?.unref()

const { now } = Date
Error.stackTraceLimit = 30
Date.now = () => {
  if (armed !== undefined && new Error('where').stack?.includes(armed)) {
    armed = undefined
    fail()
  }
  return now()
}

function fail(): never {
  throw new Error('injected')
}
