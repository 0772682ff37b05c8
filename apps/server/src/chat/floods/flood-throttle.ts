import type { Socket } from 'node:net'
import { errors } from '@waggle/contract/errors'
import { routes } from '@waggle/contract/routes'
import { fill } from '@waggle/contract/sentences'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../http/refusal.ts'
import { createFairQueue } from './fair-queue.ts'
import { createRecentKeys } from './recent-keys.ts'

/** A session is flooding after this many refusals, each within `refusalsExpireAfterMs` of the one before. */
const floodRefusals = 10
const refusalsExpireAfterMs = 30_000
const holdMs = 3000
/** Sessions that leave less time than this between two calls share the smaller queue. */
const rapidCallMs = 1000
/** A call costs about a third of a millisecond, so both queues together take at most a third of a core. */
const normalQueue = { startsPerSlice: 5, sliceMs: 5 }
const rapidQueue = { startsPerSlice: 1, sliceMs: 20 }

interface RefusalHistory {
  count: number
  lastMs: number
  isHoldingCall: boolean
}

/** The time that the throttle works with. Tests inject their own. */
export interface ThrottleClock {
  nowMs(): number
  /** Calls `done` after `ms`. Returns a function that cancels the timer. */
  after(ms: number, done: () => void): () => void
}

const realClock: ThrottleClock = {
  nowMs: () => performance.now(),
  after(ms, done) {
    const timer = setTimeout(done, ms)
    return () => clearTimeout(timer)
  },
}

/**
 * Keeps a flood of chat messages from slowing down other rooms. A refused message costs the server as many database queries as a
 * stored one, and a stored one is sent to every socket of its room.
 *
 * - Calls pass through a fair queue. Sessions that call in rapid succession share a queue with far fewer starts.
 * - For a session that keeps sending after repeated refusals, one call is held for three seconds and then processed. Any
 *   further call during that time is held as long and then refused with 429, without its body being read.
 * - While a call waits, nothing more is read from its connection.
 *
 * The responses are the usual ones.
 */
export function throttleFloods(app: FastifyInstance, clock: ThrottleClock = realClock): void {
  /** By the authorization header, in the order of the last refusal. */
  const refusals = new Map<string, RefusalHistory>()
  const recentCallers = createRecentKeys(rapidCallMs, clock.nowMs)
  const setTimer = (done: () => void, ms: number) => clock.after(ms, done)
  const enqueueNormal = createFairQueue(normalQueue, setTimer)
  const enqueueRapid = createFairQueue(rapidQueue, setTimer)

  app.addHook('onSend', (request, reply, _payload, done) => {
    const isRefused = reply.statusCode === 429 || reply.statusCode === 403
    if (isSendMessageCall(request) && isRefused) recordRefusal(sessionOf(request))
    done()
  })

  app.addHook('onRequest', async (request, reply) => {
    if (!isSendMessageCall(request)) return
    const session = sessionOf(request)
    // The call was pipelined ahead of the response to an earlier one, which no browser does: count it as a refusal.
    if (!reply.raw.socket) recordRefusal(session)
    const history = refusals.get(session)
    const isFlooding = history && history.count >= floodRefusals && !isExpired(history)
    const resumeReading = pauseReading(request.raw.socket)
    if (isFlooding) await hold(history, request, reply)
    const isRapid = recentCallers.has(session)
    recentCallers.add(session)
    const enqueue = isRapid ? enqueueRapid : enqueueNormal
    const hasWaited = await unlessDisconnected<boolean>(request, (start) => enqueue(channelOf(request), start))
    recentCallers.add(session)
    const isThrottled = isFlooding || (isRapid && hasWaited)
    if (isThrottled) reply.header('connection', 'close')
    // Leave what a flooding client has pipelined unread: parsing it takes longer than refusing it.
    if (!isThrottled || !request.raw.complete) resumeReading()
  })

  async function hold(history: RefusalHistory, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.header('connection', 'close')
    const isSecondHeld = history.isHoldingCall
    history.isHoldingCall = true
    await unlessDisconnected<void>(request, (done) => {
      const cancelTimer = clock.after(holdMs, done)
      return () => {
        cancelTimer()
        if (!isSecondHeld) history.isHoldingCall = false
      }
    })
    if (!isSecondHeld) {
      history.isHoldingCall = false
      return
    }
    throw new Refusal('chat_rate_limited', {
      message: fill(errors.chat_rate_limited.message, { seconds: holdMs / 1000 }),
      retryAfterSeconds: holdMs / 1000,
    })
  }

  function recordRefusal(session: string): void {
    const previous = refusals.get(session)
    refusals.delete(session)
    const history = previous && !isExpired(previous) ? previous : { count: 0, lastMs: 0, isHoldingCall: false }
    history.count += 1
    history.lastMs = clock.nowMs()
    refusals.set(session, history)
    for (const [oldestSession, oldest] of refusals) {
      if (!isExpired(oldest)) break
      refusals.delete(oldestSession)
    }
  }

  function isExpired({ lastMs }: RefusalHistory): boolean {
    return clock.nowMs() - lastMs > refusalsExpireAfterMs
  }
}

/** Returns a function that resumes reading. */
function pauseReading(socket: Socket): () => void {
  // Node resumes the connection itself once it has read a whole request, so pause it again each time.
  const pauseAgain = () => socket.pause()
  socket.on('resume', pauseAgain).pause()
  return () => void socket.off('resume', pauseAgain).resume()
}

/**
 * Resolves with what `begin` passes to its callback. Never resolves after the client has disconnected, because nobody waits
 * for a response then; instead it calls the cancel function that `begin` returned.
 */
function unlessDisconnected<Result>(
  { raw }: FastifyRequest,
  begin: (done: (result: Result) => void) => () => void,
): Promise<Result> {
  return new Promise((resolve) => {
    const onClose = () => cancel()
    raw.on('close', onClose)
    const cancel = begin((result) => {
      raw.off('close', onClose)
      resolve(result)
    })
  })
}

function isSendMessageCall({ method, routeOptions }: FastifyRequest): boolean {
  return `${method} ${routeOptions.url}` === routes.sendChatMessage
}

function channelOf({ params }: FastifyRequest): string {
  return (params as { channel: string }).channel
}

function sessionOf(request: FastifyRequest): string {
  return request.headers.authorization ?? ''
}
