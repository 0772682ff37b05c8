import { Egress } from '../../../apps/server/src/http/egress/egress.ts'

// Loaded into a server by `--import`: SIGUSR2 switches the meter of what is sent off, and on again, within the same process. Two
// processes would differ by more than what is measured.

let isOn = true
const { handle, written } = Egress.prototype
Egress.prototype.handle = function (this: Egress, request, response) {
  return isOn && handle.call(this, request, response)
}
Egress.prototype.written = function (this: Egress, response, isEnd) {
  if (isOn) written.call(this, response, isEnd)
}
process.on('SIGUSR2', () => {
  isOn = !isOn
})
