import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { entrancePath, membersOnlyCloseCode } from '@waggle/contract/admission/entrance'
import { errors } from '@waggle/contract/errors'
import type { FastifyInstance } from 'fastify'
import type { Egress } from '../egress/egress.ts'
import { isOwnProcess } from '../egress/own-process.ts'
import { bareResponse } from '../headers/bare-response.ts'
import { securityHeaders } from '../headers/security-headers.ts'
import { handleBeforeFramework } from '../http.ts'
import type { Entrance, Visitor } from './entrance.ts'
import { findOpenRequest } from './open-requests.ts'
import { isForPage, makePrivate, privateHeaders } from './private-answer.ts'

interface GuardOptions {
  egress: Pick<Egress, 'mark' | 'meter'>
  publicUrl: string
  isSandbox: boolean
  /** Whether this process serves pages. */
  hasPages: boolean
}

type RefusalCode = 'private_site' | 'not_a_member' | 'overloaded'

/** The session that opened a connection, or the site's own process that did. */
const ownProcess = 'own process'

/**
 * Closes a private site to everybody but its members: every request and every socket passes here before anything else sees it, and what
 * is not on the short list of open requests is refused in the same words, whether it exists or not (rules MEMBER-1 and MEMBER-2).
 */
export function guardEntrance(app: FastifyInstance, entrance: Entrance, options: GuardOptions): void {
  const { egress, publicUrl, isSandbox, hasPages } = options
  const headers = { ...securityHeaders(publicUrl), ...privateHeaders }
  /** Who has the connection at the moment. */
  const openedBy = new WeakMap<Socket, string>()
  let wasPrivate = entrance.isPrivate

  function handle(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean> {
    if (!entrance.isPrivate) return false
    const open = findOpenRequest(request, isSandbox)
    if (open) {
      openedBy.delete(request.socket)
      if (!open.isProgramFile) makePrivate(response)
      return false
    }
    if (isOwnProcess(request, egress.mark)) {
      openedBy.set(request.socket, ownProcess)
      return false
    }
    const visitor = entrance.identify(request)
    if (!(visitor instanceof Promise)) return answer(request, response, visitor)
    return visitor.then(
      (known) => answer(request, response, known),
      // The database does not say whose session it is.
      () => refuse(request, response, 'overloaded'),
    )
  }

  function answer(request: IncomingMessage, response: ServerResponse, visitor: Visitor): boolean {
    if (visitor.isMember) {
      makePrivate(response)
      openedBy.set(request.socket, visitor.tokenHash)
      return false
    }
    openedBy.delete(request.socket)
    const code = refusalOf(visitor)
    if (hasPages && isForPage(request)) {
      // The same page at every address.
      makePrivate(response)
      request.url = `${entrancePath}?${code}`
      return false
    }
    return refuse(request, response, code)
  }

  function refuse(request: IncomingMessage, response: ServerResponse, code: RefusalCode): true {
    app.onRefusal(code)
    makePrivate(response)
    const { status, body } = refusalBody(code)
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
    return true
  }

  handleBeforeFramework(app, handle)
  guardUpgrades()
  entrance.follow(function* sessionsInUse() {
    for (const { socket } of egress.meter.connections) {
      const tokenHash = openedBy.get(socket)
      if (tokenHash !== undefined && tokenHash !== ownProcess) yield tokenHash
    }
  })
  entrance.onChange(sendAway)

  function guardUpgrades(): void {
    const listeners = app.server.listeners('upgrade') as ((
      request: IncomingMessage,
      socket: Socket,
      head: Buffer,
    ) => void)[]
    if (listeners.length === 0) return
    app.server.removeAllListeners('upgrade').on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      const pass = () => {
        for (const listener of listeners) listener.call(app.server, request, socket, head)
      }
      if (isOwnProcess(request, egress.mark)) {
        openedBy.set(socket, ownProcess)
        return pass()
      }
      if (!entrance.isPrivate) return pass()
      const decide = (visitor: Visitor) => {
        if (!visitor.isMember) return refuseUpgrade(socket, refusalOf(visitor))
        openedBy.set(socket, visitor.tokenHash)
        pass()
      }
      const visitor = entrance.identify(request)
      if (!(visitor instanceof Promise)) return decide(visitor)
      // Nobody else listens yet, and an error without a listener ends the process.
      const ignoreError = () => undefined
      socket.on('error', ignoreError)
      visitor.then(
        (known) => {
          socket.off('error', ignoreError)
          if (!socket.destroyed) decide(known)
        },
        () => socket.destroy(),
      )
    })
  }

  function refuseUpgrade(socket: Socket, code: RefusalCode): void {
    app.onRefusal(code)
    socket.on('error', () => socket.destroy())
    const { status, body } = refusalBody(code)
    socket.end(bareResponse(status === 401 ? '401 Unauthorized' : '403 Forbidden', headers, body))
  }

  /** Ends the connections of whoever may not be here any more. */
  function sendAway(): void {
    const { isPrivate } = entrance
    const hasJustClosed = isPrivate && !wasPrivate
    wasPrivate = isPrivate
    if (!isPrivate) return
    for (const { socket, isUpgraded, isMedia } of egress.meter.connections) {
      const tokenHash = openedBy.get(socket)
      if (tokenHash === ownProcess) continue
      // Nobody was asked who they are while the site was public.
      const isUnknown = tokenHash === undefined && (isUpgraded || (hasJustClosed && isMedia))
      if (!isUnknown && (tokenHash === undefined || entrance.admits(tokenHash))) continue
      if (isUpgraded) closeSocket(socket)
      else socket.destroy()
    }
  }
}

/** How long whoever is sent away may take to read the reason. */
const closeTimeoutMs = 500

/**
 * Ends a WebSocket with its reason: a close frame (RFC 6455 section 5.5.1), which is written whole, between the frames of whoever serves
 * the socket.
 */
function closeSocket(socket: Socket): void {
  const reason = Buffer.from('members only')
  const frame = Buffer.alloc(4 + reason.length)
  frame.writeUInt16BE(0x8800 | (2 + reason.length))
  frame.writeUInt16BE(membersOnlyCloseCode, 2)
  reason.copy(frame, 4)
  if (socket.writable) socket.end(frame)
  setTimeout(() => socket.destroy(), closeTimeoutMs).unref()
}

function refusalOf(visitor: Visitor): RefusalCode {
  return !visitor.isMember && visitor.isSignedIn ? 'not_a_member' : 'private_site'
}

function refusalBody(code: RefusalCode): { status: number; body: string } {
  const { status, message } = errors[code]
  return { status, body: JSON.stringify({ code, error: message, message }) }
}
