import { sentences } from '../../texts/contract/sentences.ts'

/** The server could not be reached, or did not answer in time. `message` is the sentence to show, in the page's language. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  /** The name of the call in the contract. */
  readonly endpoint: string

  constructor(endpoint: string, cause: unknown) {
    super(sentences.player.network, { cause })
    this.endpoint = endpoint
  }
}
