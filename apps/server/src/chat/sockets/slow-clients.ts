import { backlogOf, type ChatSocket, terminate } from '../rooms/member.ts'

const checkIntervalMs = 1000
/** 5 s. Looks are counted and not the time: a process that stood still itself has not given anybody time to read. */
const behindMaxChecks = 5
const backlogMaxBytes = 1024 * 1024
const queuedPacketsMax = 2000

/** What had to leave when the socket was found behind. */
interface Mark {
  checks: number
  sentBytes: number
  firstPacket: unknown
}

/**
 * Closes sockets that are more than 5 s or 1 MB behind, so that somebody who does not read costs no memory; such a client
 * comes back and fills its gap from history. `onClosed` hears of each.
 */
export function guardSlowClients(sockets: Iterable<ChatSocket>, onClosed: (waitingBytes: number) => void) {
  const marks = new WeakMap<ChatSocket, Mark>()
  const timer = setInterval(() => {
    for (const socket of sockets) check(socket)
  }, checkIntervalMs)
  timer.unref()

  function check(socket: ChatSocket): void {
    const { waitingBytes, sentBytes, packets } = backlogOf(socket)
    if (waitingBytes === 0 && packets.length === 0) {
      marks.delete(socket)
      return
    }
    const mark = marks.get(socket)
    const hasMoved = !mark || sentBytes >= mark.sentBytes
    const queueHasMoved = !mark || packets.length === 0 || packets[0] !== mark.firstPacket
    if (waitingBytes > backlogMaxBytes || packets.length > queuedPacketsMax) close(socket, waitingBytes)
    else if (!mark || (hasMoved && queueHasMoved)) {
      // Behind, but what waited when we looked has left since: watched from here on.
      marks.set(socket, { checks: 0, sentBytes: sentBytes + waitingBytes, firstPacket: packets[0] })
    } else {
      mark.checks += 1
      if (mark.checks >= behindMaxChecks) close(socket, waitingBytes)
    }
  }

  function close(socket: ChatSocket, waitingBytes: number): void {
    marks.delete(socket)
    onClosed(waitingBytes)
    terminate(socket)
  }

  return { stop: () => clearInterval(timer) }
}
