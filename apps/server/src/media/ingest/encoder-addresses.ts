import { recordEncoderAddress } from '../../db/operating/encoder-addresses.ts'
import { valuesOf } from '../../http/operating/measure-refusal.ts'
import { addressGroup, addressNetwork } from '../../lib/network/address-group.ts'
import type { Broadcast } from '../broadcast/broadcast.ts'
import type { MediaContext } from '../context.ts'

/** Refuses encoders from addresses that the people who run the site have forbidden, and remembers from where an account broadcasts. */
export class EncoderAddresses {
  readonly #context: MediaContext
  /** Of the encoder that delivered last. */
  readonly #ofBroadcasts = new WeakMap<Broadcast, string>()

  constructor(context: MediaContext) {
    this.#context = context
  }

  /** What an encoder from there is told; undefined when it may publish. */
  refusalOf(remoteAddress: string): string | undefined {
    const measure = this.#context.measures.findAddress(remoteAddress)
    if (measure === undefined) return undefined
    const { end, why } = valuesOf(measure)
    return `The people who run this site accept no encoder from your address${end}. Reason: ${why}.`
  }

  /** For `WAGGLE_KEEP_ADDRESSES_DAYS` days, so that the address can be forbidden. */
  remember(broadcast: Broadcast, remoteAddress: string): void {
    const { db, log, now } = this.#context
    const { username } = broadcast
    this.#ofBroadcasts.set(broadcast, remoteAddress)
    const [address, network] = [addressGroup(remoteAddress), addressNetwork(remoteAddress)]
    recordEncoderAddress(db, { username, address, network, lastSeenAtMs: now() }).catch((error) =>
      log.warn({ error, username }, 'could not write down where an encoder comes from'),
    )
  }

  /** Ends the broadcast when its encoder's address was forbidden. */
  check(broadcast: Broadcast): void {
    const address = this.#ofBroadcasts.get(broadcast)
    const refusal = address === undefined ? undefined : this.refusalOf(address)
    if (refusal !== undefined) broadcast.end(refusal)
  }
}
