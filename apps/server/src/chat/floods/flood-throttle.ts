import type { Socket } from 'node:net'
import { errors } from '@waggle/contract/errors'
import { routes } from '@waggle/contract/routes'
import { fill } from '@waggle/contract/sentences'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../http/refusal.ts'
import { createKeyCounter } from '../sockets/key-counter.ts'
import { createFairQueue } from './fair-queue.ts'
import { createRecentKeys } from './recent-keys.ts'

/** A user is flooding after this many refusals, each within `refusalsExpireAfterMs` of the one before. */
const floodRefusals = 10
const refusalsExpireAfterMs = 30_000
const holdMs = 3000
/** People wait for one or two calls at a time. */
const waitingPerUserMax = 8
/** Users who leave less time than this between two calls share the smaller queue. */
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
 * Keeps a flood of calls that write from slowing down other rooms. A refused message costs the server as many database queries as a
 * stored one, and a stored one is sent to every socket of its room.
 *
 * - Calls without a session are refused first: nobody waits behind them.
 * - Calls pass through a fair queue. Users who call in rapid succession share a queue with far fewer starts.
 * - For a user who keeps calling after repeated refusals, one call is held for three seconds and then processed. Any further call
 *   during that time is held as long and then refused with 429, without its body being read.
 * - While a call waits, nothing more is read from its connection.
 *
 * The responses are the usual ones.
 */
export function throttleFloods(
  app: FastifyInstance,
  /** Throws the refusal of a call without a session. */
  usernameOf: (request: FastifyRequest) => Promise<string>,
  clock: ThrottleClock = realClock,
): void {
  /** By the username, in the order of the last refusal. */
  const refusals = new Map<string, RefusalHistory>()
  /** The user of each call that was let in or waits. */
  const callers = new WeakMap<FastifyRequest, string>()
  const waitingCalls = createKeyCounter()
  const recentCallers = createRecentKeys(rapidCallMs, clock.nowMs)
  const setTimer = (done: () => void, ms: number) => clock.after(ms, done)
  const enqueueNormal = createFairQueue(normalQueue, setTimer)
  const enqueueRapid = createFairQueue(rapidQueue, setTimer)

  app.addHook('onSend', (request, reply, _payload, done) => {
    const username = callers.get(request)
    // A refused message has cost as much as a stored one; a moderator who may not do something has cost next to nothing.
    const isRefused = reply.statusCode === 429 || (reply.statusCode === 403 && isSendMessageCall(request))
    if (username !== undefined && isRefused) recordRefusal(username)
    done()
  })

  app.addHook('onRequest', async (request, reply) => {
    if (!isWritingCall(request)) return
    const username = await usernameOf(request)
    callers.set(request, username)
    if (waitingCalls.get(username) >= waitingPerUserMax) throw refusalOf(request)
    waitingCalls.add(username, 1)
    const stopCounting = once(() => waitingCalls.add(username, -1))
    request.raw.once('close', stopCounting)
    await waitForTurn(username, request, reply).finally(stopCounting)
  })

  async function waitForTurn(username: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    // The call was pipelined ahead of the response to an earlier one, which no browser does: count it as a refusal.
    if (!reply.raw.socket) recordRefusal(username)
    const history = refusals.get(username)
    const isFlooding = history && history.count >= floodRefusals && !isExpired(history)
    const resumeReading = pauseReading(request.raw.socket)
    if (isFlooding) await hold(history, request, reply)
    const isRapid = recentCallers.has(username)
    recentCallers.add(username)
    const enqueue = isRapid ? enqueueRapid : enqueueNormal
    const line = lineOf(request, username)
    const hasWaited = await unlessDisconnected<boolean>(request, (start) => enqueue(line, start))
    recentCallers.add(username)
    const isThrottled = isFlooding || (isRapid && hasWaited)
    if (isThrottled) reply.header('connection', 'close')
    // Leave what a flooding client has pipelined unread: parsing it takes longer than refusing it.
    if (!isThrottled || !request.raw.complete) resumeReading()
  }

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
    if (isSecondHeld) throw refusalOf(request)
    history.isHoldingCall = false
  }

  function recordRefusal(username: string): void {
    const previous = refusals.get(username)
    refusals.delete(username)
    const history = previous && !isExpired(previous) ? previous : { count: 0, lastMs: 0, isHoldingCall: false }
    history.count += 1
    history.lastMs = clock.nowMs()
    refusals.set(username, history)
    for (const [oldestName, oldest] of refusals) {
      if (!isExpired(oldest)) break
      refusals.delete(oldestName)
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

function refusalOf(request: FastifyRequest): Refusal {
  const seconds = holdMs / 1000
  if (!isSendMessageCall(request)) return new Refusal('rate_limited', { retryAfterSeconds: seconds })
  const message = fill(errors.chat_rate_limited.message, { seconds })
  return new Refusal('chat_rate_limited', { message, retryAfterSeconds: seconds })
}

function isWritingCall({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

function isSendMessageCall({ method, routeOptions }: FastifyRequest): boolean {
  return `${method} ${routeOptions.url}` === routes.sendChatMessage
}

/** Messages to one room share a line. Of moderation, each user has a line, because one user may own a channel and moderate many. */
function lineOf(request: FastifyRequest, username: string): string {
  return isSendMessageCall(request) ? `chat-${(request.params as { channel: string }).channel}` : username
}

function once(action: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) action()
    isDone = true
  }
}
