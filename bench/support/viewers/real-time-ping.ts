import type { WebSocket } from 'ws'

/** Frame types of qmux. The server disconnects viewers who do not answer. */
const pingRequest = Buffer.from('f48c67529ef8c7bd', 'hex')
const pingResponse = Buffer.from('f48c67529ef8c7be', 'hex')

export function answerPing(socket: WebSocket, data: Buffer): void {
  if (data.subarray(0, 8).equals(pingRequest)) socket.send(Buffer.concat([pingResponse, data.subarray(8)]))
}

const unlimited = 2 ** 50
/** All credit at once: such a viewer is never waited for. */
export const wide = {
  initialMaxData: unlimited,
  initialMaxStreamDataUni: unlimited,
  initialMaxStreamDataBidiLocal: unlimited,
  initialMaxStreamsUni: unlimited,
}
