import { Egress } from '../../../apps/server/src/http/egress/egress.ts'
import { meterPasses } from './meter-passes.ts'

// Loaded into a server by `--import`: each SIGUSR2 chooses the next of `meterPasses`, within the same process. Two processes would differ by
// more than what is measured.

let choice = 0
const { handle, written } = Egress.prototype
Egress.prototype.handle = function (this: Egress, request, response) {
  const passes = meterPasses[choice] ?? 1
  let isHandled = false
  for (let pass = 0; pass < passes; pass += 1) isHandled = handle.call(this, request, response)
  return isHandled
}
Egress.prototype.written = function (this: Egress, response, isEnd) {
  const passes = meterPasses[choice] ?? 1
  if (passes === 0) return
  written.call(this, response, isEnd)
  if (passes === 1) return
  const connection = this.meter.settleSocket(response.req.socket)
  for (let pass = 1; pass < passes && connection; pass += 1) {
    // Otherwise there would be nothing left to count.
    connection.counted -= 1
    written.call(this, response, isEnd)
  }
}
process.on('SIGUSR2', () => {
  choice = (choice + 1) % meterPasses.length
})
