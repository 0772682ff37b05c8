import type { CachePolicy } from '@waggle/contract/endpoints'

/**
 * Sets how long an answer may be stored. Endpoints of the contract state it there, and `route` sets it; this is for pages, files and
 * other answers outside the contract.
 */
export function setCacheControl<Reply extends { header(name: string, value: string): unknown }>(
  reply: Reply,
  policy: CachePolicy,
): Reply {
  reply.header('cache-control', policy)
  return reply
}
