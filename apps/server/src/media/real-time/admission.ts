import type { IncomingMessage } from 'node:http'
import type { ErrorCode } from '@waggle/contract/errors'
import { limits } from '@waggle/contract/limits'
import { realTimeProtocol, realTimeTokenPrefix } from '@waggle/contract/playback/real-time'
import { isOwnOrigin } from '../../http/own-origin.ts'
import { checkHlsToken, type HlsToken } from '../../lib/playback/hls-token.ts'
import type { MediaContext } from '../context.ts'
import type { Watchable } from './watchable.ts'

/** The viewer id in the token of another process of the site, which has the secret to make one. Ids of viewers are longer. */
export const peerId = 'peer'

/** Path of a stream's socket; the stream id is checked by looking it up. */
const pathPattern = /^\/live\/([a-z0-9]{1,64})\/moq$/

/** A request of another site's page is refused without an explanation. */
export type RealTimeRefusal = ErrorCode | 'foreign_origin'

type Claim = { isValid: true; token: HlsToken } | { isValid: false; refusal: RealTimeRefusal }

/** The stream id in the address of an upgrade request; undefined when it is for something else. */
export function requestedStream({ url = '' }: IncomingMessage): string | undefined {
  const mark = url.indexOf('?')
  return pathPattern.exec(mark < 0 ? url : url.slice(0, mark))?.[1]
}

/** Checks what a request shows: its origin, its protocol and its token for this stream. */
export function checkClaim(context: MediaContext, request: IncomingMessage, streamId: string): Claim {
  if (!isOwnOrigin(context, request)) return refuse('foreign_origin')
  const protocols = offeredProtocols(request)
  if (!protocols.includes(realTimeProtocol)) return refuse('invalid_request')
  const text = offeredToken(request, protocols)
  if (!text) return refuse('hls_token_required')
  const check = checkHlsToken(context.secrets.hlsToken, text, context.now())
  if (!check.ok) return refuse(check.reason === 'expired' ? 'hls_token_expired' : 'hls_token_invalid')
  const { token } = check
  if (token.streamId !== streamId) return refuse('hls_token_invalid')
  return { isValid: true, token }
}

/** False for a token of before the channel's stream key was replaced. */
export function isRecentEnough({ hlsTokenLifeMs }: MediaContext, token: HlsToken, watchable: Watchable): boolean {
  if (token.viewerId === peerId) return true
  return token.expiresAtMs - (hlsTokenLifeMs ?? limits.hlsTokenLifeMs) >= watchable.tokensValidFromMs
}

function refuse(refusal: RealTimeRefusal): Claim {
  return { isValid: false, refusal }
}

function offeredProtocols({ headers }: IncomingMessage): string[] {
  return (headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => protocol.trim())
}

/** A page cannot give a WebSocket a header, but it can offer a subprotocol. Other programs use the address. */
function offeredToken({ url = '' }: IncomingMessage, protocols: readonly string[]): string | undefined {
  const offered = protocols.find((protocol) => protocol.startsWith(realTimeTokenPrefix))
  if (offered !== undefined) return offered.slice(realTimeTokenPrefix.length)
  const mark = url.indexOf('?')
  return mark < 0 ? undefined : (new URLSearchParams(url.slice(mark)).get('token') ?? undefined)
}
