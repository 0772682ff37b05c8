import { sentences } from '../../texts/contract/sentences.ts'
import { ApiError } from './api-error.ts'
import { NetworkError } from './network-error.ts'
import { ShownError } from './shown-error.ts'

/**
 * The sentence that the site shows for an error, in the page's language: the server's own, the one for an unreachable server,
 * else `otherwise`. Without `otherwise` it is the one with the status (rule ERR-4).
 */
export function errorSentence(error: unknown, otherwise?: string): string {
  if (error instanceof NetworkError || error instanceof ShownError) return error.message
  if (error instanceof ApiError) return error.sentence || otherwise || error.message
  return otherwise ?? sentences.postingAuthority.unknown
}

/** The server's own sentence, or `otherwise` for every other failure, also of the network (rule ERR-2). */
export function serverSentenceOr(error: unknown, otherwise: string): string {
  return (error instanceof ApiError && error.sentence) || otherwise
}
