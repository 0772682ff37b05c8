import { defaultMoqLimits, type MoqLimits, peerMoqLimits } from '../limits.ts'
import type { Transport } from '../qmux/transport.ts'
import type { Track } from '../tracks/track.ts'
import { SendSchedule } from './send-schedule.ts'
import { Viewer } from './viewer.ts'

export interface AudienceOptions {
  /** The broadcast's path for viewers. */
  path: string
  /** A clock that never jumps, in milliseconds; `performance.now` unless given. */
  monotonicMs?: (() => number) | undefined
  limits?: Partial<MoqLimits> | undefined
  /** The WebSocket close code of a viewer whose connection is too slow. */
  tooSlowCode: number
}

type OnClosed = (violation: string | undefined) => void

/** Everybody who watches one broadcast, and the servers that pass it on. */
export class Audience {
  readonly #options: AudienceOptions
  readonly #findTrack: (name: string) => Track | undefined
  readonly #limits: MoqLimits
  readonly #viewers = new Set<Viewer>()
  /** Other processes of the site, for viewers of theirs. */
  readonly #peers = new Set<Viewer>()
  readonly #relays = new Set<Viewer>()
  readonly #schedule = new SendSchedule(() => [...this.#viewers, ...this.#peers, ...this.#relays])

  constructor(options: AudienceOptions, findTrack: (name: string) => Track | undefined) {
    this.#options = options
    this.#findTrack = findTrack
    this.#limits = { ...defaultMoqLimits, ...options.limits }
  }

  get viewerCount(): number {
    return this.#viewers.size
  }

  /** Begins to serve a viewer. `onClosed` has the reason where the viewer violated the protocol or a limit. */
  join(transport: Transport, onClosed: OnClosed): Viewer {
    return this.#add(this.#viewers, { role: 'server', limits: this.#limits }, transport, onClosed)
  }

  /** Begins to serve a process of the same site that has connected. It is no viewer. */
  joinAsPeer(transport: Transport, onClosed: OnClosed): Viewer {
    return this.#add(this.#peers, { role: 'server', limits: peerMoqLimits }, transport, onClosed)
  }

  /** Publishes to a relay to which the transport has connected. It is no viewer. */
  publish(transport: Transport, onClosed: OnClosed): Viewer {
    return this.#add(this.#relays, { role: 'client', limits: peerMoqLimits }, transport, onClosed)
  }

  /** There is something new in a track. */
  scheduleSend(track: Track): void {
    if (this.#viewers.size + this.#peers.size + this.#relays.size > 0) this.#schedule.add(track)
  }

  /** Ends the connections of all viewers, also of those at other processes. */
  disconnectViewers(code: number, reason: string): void {
    for (const viewer of [...this.#viewers, ...this.#peers]) viewer.close(code, reason)
  }

  /** Ends all connections. `isOver` tells that the broadcast has ended. */
  close(code: number, reason: string, isOver = false): void {
    for (const viewer of [...this.#viewers, ...this.#peers, ...this.#relays]) viewer.close(code, reason, isOver)
  }

  #add(
    group: Set<Viewer>,
    { role, limits }: { role: 'client' | 'server'; limits: MoqLimits },
    transport: Transport,
    onClosed: OnClosed,
  ): Viewer {
    const { path, tooSlowCode, monotonicMs = () => performance.now() } = this.#options
    const viewer: Viewer = new Viewer({
      transport,
      role,
      path,
      findTrack: this.#findTrack,
      limits,
      tooSlowCode,
      nowMs: monotonicMs,
      onClosed: (violation) => {
        group.delete(viewer)
        onClosed(violation)
      },
    })
    group.add(viewer)
    return viewer
  }
}
