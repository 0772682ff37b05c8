import { catalogTrackName } from '../broadcast/hang-catalog.ts'
import { trackInfos } from '../broadcast/track-infos.ts'
import { Track } from '../tracks/track.ts'
import { Audience, type AudienceOptions } from '../viewer/audience.ts'
import { BroadcastSubscriber } from './broadcast-subscriber.ts'
import { type RelayedRendition, readRenditions, renameTracks } from './relayed-catalog.ts'
import { RelayedTrack } from './relayed-track.ts'

interface RelayedBroadcastOptions extends AudienceOptions {
  /** Milliseconds since 1970. */
  now(): number
}

/** A WebSocket to another server. */
interface PublisherSocket {
  send(message: Uint8Array): void
  end(code: number): void
}

/**
 * A broadcast that another server of the site holds, for the viewers of this one: every track that somebody here watches is subscribed
 * to once. The viewers stay when the broadcast moves to a third server. A rendition whose decoder configuration is the same there
 * continues on its track; another one begins a new track, as after a change of the encoder's settings.
 */
export class RelayedBroadcast {
  readonly audience: Audience
  readonly #options: RelayedBroadcastOptions
  readonly #monotonicMs: () => number
  readonly #catalog: Track
  /** By their names for viewers. */
  readonly #tracks = new Map<string, RelayedTrack>()
  readonly #trackCounts = new Map<string, number>()
  #publisher: BroadcastSubscriber | undefined
  #publishedCatalog = ''
  readonly #firstCatalog = Promise.withResolvers<void>()

  constructor(options: RelayedBroadcastOptions) {
    this.#options = options
    this.#monotonicMs = options.monotonicMs ?? (() => performance.now())
    this.audience = new Audience(options, (name) => this.#findTrack(name))
    this.#catalog = this.#createTrack(catalogTrackName, 'catalog')
  }

  /** True while a server is connected that has the broadcast. */
  get isConnected(): boolean {
    return this.#publisher !== undefined
  }

  /** Resolves when it is known which tracks there are. */
  get whenKnown(): Promise<void> {
    return this.#firstCatalog.promise
  }

  /** Takes the broadcast from the server at the other end of a WebSocket. `onClosed` has the code with which that server ended it. */
  connect(socket: PublisherSocket, onClosed: (code: number | undefined) => void): BroadcastSubscriber {
    const publisher: BroadcastSubscriber = new BroadcastSubscriber({
      path: this.#options.path,
      send: (message) => socket.send(message),
      end: (code) => socket.end(code),
      nowMs: this.#monotonicMs,
      onClosed: (code) => {
        if (this.#publisher === publisher) this.#forgetPublisher()
        onClosed(code)
      },
    })
    const previous = this.#publisher
    this.#forgetPublisher()
    previous?.close(normalClose)
    this.#publisher = publisher
    publisher.subscribe(catalogTrackName, trackInfos.catalog.priority, {
      frame: ({ payload }) => this.#takeCatalog(new TextDecoder().decode(payload)),
      ended: () => undefined,
    })
    return publisher
  }

  /** Gives up the tracks that nobody has watched for a while. Called about every second. */
  check(): void {
    this.#publisher?.check()
    for (const track of this.#tracks.values()) track.stopIfUnwatched(this.#monotonicMs())
  }

  /** Ends the connections of all viewers, and that to the other server. `isOver` tells that the broadcast has ended. */
  close(code: number, reason: string, isOver = false): void {
    for (const { track } of this.#tracks.values()) track.end()
    this.audience.close(code, reason, isOver)
    this.#publisher?.close(normalClose)
  }

  #findTrack(name: string): Track | undefined {
    if (name === catalogTrackName) return this.#catalog
    const relayed = this.#tracks.get(name)
    relayed?.start()
    return relayed?.track
  }

  #forgetPublisher(): void {
    this.#publisher = undefined
    for (const track of this.#tracks.values()) track.unfollow()
  }

  #takeCatalog(text: string): void {
    const renditions = readRenditions(text)
    const publisher = this.#publisher
    if (renditions === undefined || publisher === undefined) return
    const names = new Map(renditions.map((rendition) => [rendition.name, this.#placeRendition(rendition, publisher)]))
    const placed = new Set(names.values())
    for (const [name, relayed] of this.#tracks) if (!placed.has(name)) this.#endTrack(name, relayed)
    this.#publishCatalog(renameTracks(text, names))
  }

  /** Connects a rendition of the publisher with a track for the viewers. Returns the name of that track. */
  #placeRendition({ kind, name, decoderConfig }: RelayedRendition, publisher: BroadcastSubscriber): string {
    const base = name.replace(/\/\d+$/, '')
    for (const [known, relayed] of this.#tracks) {
      if (relayed.follows === name) return known
      if (relayed.follows !== undefined || relayed.decoderConfig !== `${base} ${decoderConfig}`) continue
      relayed.follow(publisher, name)
      return known
    }
    const count = (this.#trackCounts.get(base) ?? 0) + 1
    this.#trackCounts.set(base, count)
    const track = this.#createTrack(`${base}/${count}`, kind)
    const relayed = new RelayedTrack(track, `${base} ${decoderConfig}`)
    relayed.follow(publisher, name)
    this.#tracks.set(track.name, relayed)
    return track.name
  }

  #endTrack(name: string, relayed: RelayedTrack): void {
    relayed.unfollow()
    relayed.track.end()
    this.#tracks.delete(name)
  }

  #publishCatalog(catalog: string): void {
    if (catalog === this.#publishedCatalog) return
    this.#publishedCatalog = catalog
    this.#firstCatalog.resolve()
    const timestampUs = Math.round(this.#options.now() * 1000)
    this.#catalog.startGroup(timestampUs)
    this.#catalog.add(timestampUs, new TextEncoder().encode(catalog))
    this.#catalog.completeGroup()
  }

  #createTrack(name: string, kind: keyof typeof trackInfos): Track {
    return new Track(name, trackInfos[kind], (track) => this.audience.scheduleSend(track))
  }
}

const normalClose = 1000
