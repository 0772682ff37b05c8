import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { serveBench } from './bench-child.ts'

// What chat is measured against: ws that sends each text to each client, and nothing else.
const http = createServer()
const server = new WebSocketServer({ server: http, perMessageDeflate: false })
server.on('connection', (socket) => {
  socket.on('error', () => undefined)
  socket.send('hello')
})
http.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  serveBench({ port: (http.address() as AddressInfo).port }, (question) => {
    for (const client of server.clients) client.send(question.text as string)
  })
})
