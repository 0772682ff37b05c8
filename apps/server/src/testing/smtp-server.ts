import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

interface ReceivedMail {
  from: string
  to: string[]
  /** With its headers. */
  text: string
  /** What the client signed in with, as it was sent. */
  login: string | undefined
}

/** A mail server that takes everything (RFC 5321), or answers every recipient with `refusal`. */
export async function startSmtpServer() {
  const mails: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  let refusal: string | undefined

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    let mail: ReceivedMail = { from: '', to: [], text: '', login: undefined }
    let isData = false
    let rest = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 test')
    socket.on('data', (bytes) => {
      const lines = (rest + bytes.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) handle(line)
    })

    function handle(line: string): void {
      if (isData) {
        if (line !== '.') mail.text += `${line}\n`
        else {
          isData = false
          mails.push(mail)
          mail = { from: '', to: [], text: '', login: mail.login }
          say('250 taken')
        }
        return
      }
      const [, address = ''] = /<([^>]*)>/.exec(line) ?? []
      const command = line.slice(0, 4).toUpperCase()
      if (command === 'EHLO') say('250-test\r\n250 AUTH PLAIN')
      else if (command === 'AUTH') {
        mail.login = Buffer.from(line.split(' ')[2] ?? '', 'base64').toString()
        say('235 welcome')
      } else if (command === 'MAIL') {
        mail.from = address
        say('250 ok')
      } else if (command === 'RCPT') {
        if (refusal) return void say(refusal)
        mail.to.push(address)
        say('250 ok')
      } else if (command === 'DATA') {
        isData = true
        say('354 go on')
      } else if (command === 'QUIT') {
        say('221 bye')
        socket.end()
      } else say('250 ok')
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    mails,
    refuseWith(line: string | undefined) {
      refusal = line
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
