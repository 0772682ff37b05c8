import type { MoqBroadcast } from '../broadcast/moq-broadcast.ts'
import type { BroadcastSubscriber } from '../subscriber/broadcast-subscriber.ts'
import type { RelayedBroadcast } from '../subscriber/relayed-broadcast.ts'
import type { Viewer } from '../viewer/viewer.ts'
import { createSocketPair } from './socket-pair.ts'

/** The connection of two servers, of which one passes the broadcast of the other on. */
export interface ServerLink {
  subscriber: BroadcastSubscriber
  /** The end at the origin. */
  viewer: Viewer
  /** Bytes from the origin. */
  receivedBytes: number
  /** Messages from the other server, none of which carries media. */
  requests: Uint8Array[]
  /** Nothing arrives any more, in either direction, and nobody is told. */
  isCut: boolean
  /** How the connection ended, by the other server's account. */
  closed: { code: number | undefined } | undefined
}

export function linkServers(origin: MoqBroadcast, relayed: RelayedBroadcast): ServerLink {
  const down = createSocketPair()
  const link = { receivedBytes: 0, requests: [], isCut: false, closed: undefined } as unknown as ServerLink
  const underWay: (() => void)[] = []
  let isDelivering = true
  /** One after the other, as they were sent. */
  function deliver(message: () => void): void {
    underWay.push(message)
    if (isDelivering) return
    isDelivering = true
    for (let next = underWay.shift(); next; next = underWay.shift()) if (!link.isCut) next()
    isDelivering = false
  }
  const socket = {
    send(message: Uint8Array) {
      link.requests.push(message)
      deliver(() => link.viewer.receive(message))
    },
    end: () => deliver(() => link.viewer.disconnected()),
  }
  link.subscriber = relayed.connect(socket, (code) => {
    link.closed = { code }
  })
  down.onMessage = (message) => {
    link.receivedBytes += message.length
    deliver(() => link.subscriber.receive(message))
  }
  down.onClose = () => deliver(() => link.subscriber.disconnected(down.closeCode))
  link.viewer = origin.audience.joinAsPeer(down.transport, () => undefined)
  isDelivering = false
  deliver(() => undefined)
  return link
}
