import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { serveRequests } from './bench-child.ts'

// The server that chat is compared with: ws that sends each text to each client, and nothing else.
const http = createServer()
const server = new WebSocketServer({ server: http, perMessageDeflate: false })
server.on('connection', (socket) => {
  socket.on('error', () => undefined)
  socket.send('hello')
})
http.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  serveRequests({ port: (http.address() as AddressInfo).port }, ({ text }) => {
    for (const client of server.clients) client.send(text as string)
  })
})
