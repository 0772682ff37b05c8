import type { Socket } from 'node:net'
import { errors } from '@waggle/contract/errors'
import { routes } from '@waggle/contract/routes'
import { fill } from '@waggle/contract/sentences'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../http/refusal.ts'
import { createFairQueue } from './fair-queue.ts'
import { createRecently } from './recently.ts'

/** A session that was refused so often, each time within `forgottenAfterMs` of the last, is flooding. */
const floodRefusals = 10
const forgottenAfterMs = 30_000
const holdMs = 3000
/** Whoever leaves less time between two calls shares a small part of the time with all others who do. */
const calmMs = 1000
/** A call costs about a third of a millisecond: all together take a third of a core at most. */
const calmTurns = { perSlice: 5, sliceMs: 5 }
const hastyTurns = { perSlice: 1, sliceMs: 20 }

interface Refused {
  count: number
  lastMs: number
  isHeld: boolean
}

/** What the gate has of time. */
export interface GateClock {
  nowMs(): number
  /** Calls back later. Returns what calls it off. */
  after(ms: number, done: () => void): () => void
}

const realClock: GateClock = {
  nowMs: () => performance.now(),
  after(ms, done) {
    const timer = setTimeout(done, ms)
    return () => clearTimeout(timer)
  },
}

/**
 * Keeps those who send without end from taking the time of other rooms: a refusal costs the server as many questions to the
 * database as a message, and what is not refused is for every socket of its room. Calls take turns, with few for those who call
 * all the time; of a session that goes on although refused again and again one call in three seconds is looked at; what comes
 * besides is refused unread, as late. While a call waits, nothing more is read from its connection. The answers stay the usual ones.
 */
export function throttleFloods(app: FastifyInstance, clock: GateClock = realClock): void {
  /** By the header with the token; the one refused last stands last. */
  const sessions = new Map<string, Refused>()
  const recentCallers = createRecently(calmMs, clock.nowMs)
  const setTimer = (done: () => void, ms: number) => clock.after(ms, done)
  const takeTurn = createFairQueue(calmTurns, setTimer)
  const takeHastyTurn = createFairQueue(hastyTurns, setTimer)

  app.addHook('onSend', (request, reply, _payload, done) => {
    if (isSending(request) && (reply.statusCode === 429 || reply.statusCode === 403)) noteRefusal(sessionOf(request))
    done()
  })

  app.addHook('onRequest', async (request, reply) => {
    if (!isSending(request)) return
    const session = sessionOf(request)
    // Ahead of the answer to another: no page does that.
    if (!reply.raw.socket) noteRefusal(session)
    const refused = sessions.get(session)
    const isFlooding = refused && refused.count >= floodRefusals && !isForgotten(refused)
    const readOn = stopReading(request.raw.socket)
    if (isFlooding) await hold(refused, request, reply)
    const isHasty = recentCallers.has(session)
    recentCallers.note(session)
    const take = isHasty ? takeHastyTurn : takeTurn
    const hasWaited = await unlessGone<boolean>(request, (onTurn) => take(channelOf(request), onTurn))
    recentCallers.note(session)
    const isSlowed = isFlooding || (isHasty && hasWaited)
    if (isSlowed) reply.header('connection', 'close')
    // What a flood has sent ahead stays unread: parsing it takes longer than what it is refused with.
    if (!isSlowed || !request.raw.complete) readOn()
  })

  async function hold(refused: Refused, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.header('connection', 'close')
    const isSecondHeld = refused.isHeld
    refused.isHeld = true
    await unlessGone<void>(request, (done) => {
      const callOff = clock.after(holdMs, done)
      return () => {
        callOff()
        if (!isSecondHeld) refused.isHeld = false
      }
    })
    if (!isSecondHeld) {
      refused.isHeld = false
      return
    }
    throw new Refusal('chat_rate_limited', {
      message: fill(errors.chat_rate_limited.message, { seconds: holdMs / 1000 }),
      retryAfterSeconds: holdMs / 1000,
    })
  }

  function noteRefusal(session: string): void {
    const before = sessions.get(session)
    sessions.delete(session)
    const refused = before && !isForgotten(before) ? before : { count: 0, lastMs: 0, isHeld: false }
    refused.count += 1
    refused.lastMs = clock.nowMs()
    sessions.set(session, refused)
    for (const [first, oldest] of sessions) {
      if (!isForgotten(oldest)) break
      sessions.delete(first)
    }
  }

  function isForgotten({ lastMs }: Refused): boolean {
    return clock.nowMs() - lastMs > forgottenAfterMs
  }
}

/** Returns what goes on with reading. */
function stopReading(socket: Socket): () => void {
  // Node resumes the connection by itself when it has read the whole of a call.
  const again = () => socket.pause()
  socket.on('resume', again).pause()
  return () => void socket.off('resume', again).resume()
}

/** Never resolves for who has hung up: nobody waits for an answer, and nothing is to keep what waits here. */
function unlessGone<Result>(
  { raw }: FastifyRequest,
  begin: (done: (result: Result) => void) => () => void,
): Promise<Result> {
  return new Promise((resolve) => {
    const giveUp = () => callOff()
    raw.on('close', giveUp)
    const callOff = begin((result) => {
      raw.off('close', giveUp)
      resolve(result)
    })
  })
}

function isSending({ method, routeOptions }: FastifyRequest): boolean {
  return `${method} ${routeOptions.url}` === routes.sendChatMessage
}

function channelOf({ params }: FastifyRequest): string {
  return (params as { channel: string }).channel
}

function sessionOf(request: FastifyRequest): string {
  return request.headers.authorization ?? ''
}
