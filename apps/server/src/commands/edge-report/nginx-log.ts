import { createSocket } from 'node:dgram'
import { readFile } from 'node:fs/promises'
import { StartError } from '../../lib/startup/start-error.ts'
import type { EdgeLog, LogOptions } from './edge-log.ts'

/** The system keeps so much while this process is busy; without privileges it allows less (net.core.rmem_max). */
const bufferBytes = 16 * 1024 * 1024
/** RFC 3164 section 4.1, as nginx writes it: priority, time, the machine's name unless it is left out, tag. */
const prefix = /^<\d{1,3}>[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d (?:\S+ )?waggle_edge: /

/** Receives what nginx sends to `access_log syslog:server=127.0.0.1:PORT,tag=waggle_edge`. Only this machine can reach the port. */
export async function readNginxLog({ add, port }: LogOptions & { port: number }): Promise<EdgeLog> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: bufferBytes })
  socket.on('message', (message) => {
    const text = message.toString('utf8')
    const [found] = prefix.exec(text) ?? []
    if (found !== undefined) add(text.slice(found.length))
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('error', (error: NodeJS.ErrnoException) => {
      reject(new StartError(`Port ${port} (UDP) cannot be opened (${error.code}): choose another one with --port.`))
    })
    socket.bind(port, '127.0.0.1', resolve)
  })
  return {
    lostLines: () => readDrops(port),
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

/** The last column of the system's list of UDP sockets. */
async function readDrops(port: number): Promise<number> {
  const local = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const lines = (await readFile('/proc/net/udp', 'utf8').catch(() => '')).split('\n')
  const columns = lines.map((line) => line.trim().split(/\s+/)).find(([, address]) => address === local)
  return Number(columns?.at(-1) ?? 0)
}
