/** The server could not be reached, or did not answer in time. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'

  constructor(endpoint: string, cause: unknown) {
    super(`The server could not be reached (${endpoint})`, { cause })
  }
}
