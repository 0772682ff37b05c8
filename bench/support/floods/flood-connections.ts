import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import type { FloodPlan, FloodReport } from './flood-plan.ts'
import { floodRequest } from './flood-requests.ts'

/** A connection that the server closed is opened again after this time: an attacker does not wait, but the machine has few ports. */
const reopenMs = 50
const slowBytesPerSecond = 1000

/** Connects from one of the plan's addresses. Whoever attacks does not look at certificates. */
export function openFlood({ port, isTls }: FloodPlan, localAddress: string, protocol = 'http/1.1'): Socket {
  const place = { port, host: '127.0.0.1', localAddress }
  const socket = isTls
    ? connectTls({ ...place, rejectUnauthorized: false, ALPNProtocols: [protocol] })
    : connect({ ...place })
  return socket.on('error', () => undefined)
}

/** Asks for one thing after the other, as fast as it is answered, until the time is over. */
export async function askAgainAndAgain(
  plan: FloodPlan,
  report: FloodReport,
  address: string,
  isOver: () => boolean,
): Promise<void> {
  let number = Math.floor(Math.random() * 1000)
  while (!isOver()) {
    const socket = openFlood(plan, address)
    const send = () => {
      report.requests += 1
      number += 1
      socket.write(floodRequest(plan, number))
    }
    const response = new ResponseReader((status) => {
      report.statuses[status] = (report.statuses[status] ?? 0) + 1
      if (isOver()) socket.destroy()
      else send()
    })
    socket.on('data', (bytes: Buffer) => response.read(bytes))
    socket.once(plan.isTls ? 'secureConnect' : 'connect', send)
    const timer = setTimeout(() => socket.destroy(), plan.seconds * 1000)
    await new Promise((resolve) => socket.once('close', resolve))
    clearTimeout(timer)
    countBytes(socket, report)
    if (isOver()) return
    report.closed += 1
    await wait(reopenMs)
  }
}

/** Asks for a segment and reads it at 1 kB a second, or nothing of it. */
export async function readSlowly(
  plan: FloodPlan,
  report: FloodReport,
  { address, readsNothing }: { address: string; readsNothing: boolean },
  isOver: () => boolean,
): Promise<void> {
  let number = 0
  while (!isOver()) {
    const socket = openFlood(plan, address)
    const timer = setInterval(() => {
      if (isOver()) socket.destroy()
      else if (!readsNothing) socket.read(Math.min(slowBytesPerSecond, socket.readableLength || 1))
    }, 1000)
    socket.once(plan.isTls ? 'secureConnect' : 'connect', () => {
      // Several at once, so that more is written than the system's buffers hold.
      for (let count = 0; count < 4; count += 1) {
        report.requests += 1
        number += 1
        socket.write(floodRequest(plan, number))
      }
    })
    // Without a listener for data nothing is read but what `read` asks for, and 16 kB ahead.
    if (!readsNothing) socket.on('readable', () => undefined)
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(timer)
    countBytes(socket, report)
    if (isOver()) return
    report.closed += 1
    await wait(reopenMs)
  }
}

function countBytes(socket: Socket, report: FloodReport): void {
  report.bytes += socket.bytesRead
}

/** Finds the ends of responses: by length, in chunks, or without a body. */
class ResponseReader {
  readonly #onResponse: (status: string) => void
  #head = ''
  #status = ''
  #bodyLeft = -1
  #isChunked = false
  #tail = ''

  constructor(onResponse: (status: string) => void) {
    this.#onResponse = onResponse
  }

  read(bytes: Buffer): void {
    if (this.#bodyLeft < 0 && !this.#isChunked) {
      this.#head += bytes.toString('latin1')
      const end = this.#head.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = this.#head.slice(0, end)
      const bodyBytes = this.#head.length - end - 4
      this.#head = ''
      this.#status = head.slice(9, 12)
      this.#isChunked = /transfer-encoding: *chunked/i.test(head)
      this.#tail = ''
      if (!this.#isChunked) this.#bodyLeft = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0)
      bytes = bytes.subarray(bytes.length - bodyBytes)
    }
    if (this.#isChunked) {
      this.#tail = (this.#tail + bytes.toString('latin1', Math.max(0, bytes.length - 7))).slice(-7)
      if (!this.#tail.endsWith('\r\n0\r\n\r\n')) return
    } else {
      this.#bodyLeft -= bytes.length
      if (this.#bodyLeft > 0) return
    }
    this.#bodyLeft = -1
    this.#isChunked = false
    this.#onResponse(this.#status)
  }
}
