import { startPeriodicTask } from '../../lib/periodic-task.ts'
import { backlogOf, type ChatSocket, terminate } from './chat-socket.ts'

const checkIntervalMs = 1000
/** 5 s. Checks are counted instead of time, because clients cannot catch up while this process itself is stopped. */
const behindMaxChecks = 5
const backlogMaxBytes = 1024 * 1024
const queuedPacketsMax = 2000

/** A socket's backlog when it was first found behind. */
interface Mark {
  /** Checks since then in which this backlog had not been sent. */
  checks: number
  /** The value of `sentBytes` at which the whole backlog has been sent. */
  sentBytes: number
  firstPacket: unknown
}

/**
 * Closes sockets that are more than 5 s or 1 MB behind, so that clients that stop reading cost no memory. Such a client
 * reconnects and loads what it missed from history. Calls `onClosed` for each.
 */
export function guardSlowClients(
  sockets: Iterable<ChatSocket>,
  { onClosed, onError }: { onClosed: (waitingBytes: number) => void; onError: (error: unknown) => void },
) {
  const marks = new WeakMap<ChatSocket, Mark>()

  async function checkAll(): Promise<void> {
    for (const socket of sockets) check(socket)
  }

  function check(socket: ChatSocket): void {
    const { waitingBytes, sentBytes, packets } = backlogOf(socket)
    if (waitingBytes === 0 && packets.length === 0) {
      marks.delete(socket)
      return
    }
    const mark = marks.get(socket)
    const hasSentBytes = !mark || sentBytes >= mark.sentBytes
    const hasSentPackets = !mark || packets.length === 0 || packets[0] !== mark.firstPacket
    if (waitingBytes > backlogMaxBytes || packets.length > queuedPacketsMax) close(socket, waitingBytes)
    else if (!mark || (hasSentBytes && hasSentPackets)) {
      // The socket is behind, but has sent all of the backlog that was marked: mark the present one.
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

  return startPeriodicTask(checkAll, { pauseMs: checkIntervalMs, onError })
}
