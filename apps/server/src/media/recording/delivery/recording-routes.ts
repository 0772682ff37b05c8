import type { ServerResponse } from 'node:http'
import { parsePlaylistQuery } from '@waggle/media/hls/playlist/playlist-query'
import { playlistResponse, segmentResponse } from '@waggle/media/hls/serve/hls-response'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { setCacheControl } from '../../../http/cache-control.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { ByteRange } from '../store/recording-store.ts'
import type { ClipPictures } from './clip-pictures.ts'
import type { RecordedBroadcasts } from './recorded-broadcasts.ts'
import type { SentPiece } from './shared-pieces.ts'

/** A replay can be deleted, and its playlists are then to disappear from caches too. */
const playlistMaxAgeS = 5
/** So is a clip's picture. */
const pictureMaxAgeS = 60
/** More than any segment. */
const maxRangeBytes = 128 * 1024 * 1024
const responseDeadlineMs = 60_000

const objectPattern = /^[a-z0-9]{1,16}-\d{1,15}\.m4s$/
const playlistPattern = /^(?:([a-z0-9]{1,16})\/media|master)\.m3u8$/

type RecordingRequest = FastifyRequest<{ Params: { streamId: string; '*': string } }>

/**
 * Recordings and clips at `/recordings/{id}/…`: playlists, and the objects that they name, by range, in which all media is encrypted; and the
 * preview pictures of clips.
 */
export function recordingRoutes(app: FastifyInstance, recordings: RecordedBroadcasts, pictures: ClipPictures): void {
  app.get('/recordings/:streamId/*', async (request: RecordingRequest, reply) => {
    // Players on other sites may show our replays, and must be able to read an error too.
    reply.header('access-control-allow-origin', '*')
    const { streamId, '*': path } = request.params
    if (!/^[a-z0-9]{1,64}$/.test(streamId)) throw new Refusal('stream_not_found')
    if (path === 'clip.jpg') return sendPicture(reply, streamId)
    if (objectPattern.test(path)) return sendRange(request, reply, { streamId, fileName: path })
    const [isPlaylist, rendition] = playlistPattern.exec(path) ?? []
    if (isPlaylist === undefined) throw new Refusal('not_found')
    const mark = request.url.indexOf('?')
    const query = parsePlaylistQuery(new URLSearchParams(mark < 0 ? '' : request.url.slice(mark)))
    if (query === undefined) throw new Refusal('invalid_request')
    const text =
      rendition === undefined
        ? await recordings.master(streamId, query.token)
        : await recordings.playlist(streamId, rendition, query.token)
    if (text === undefined) throw new Refusal('stream_not_found')
    const { headers, body } = playlistResponse(text, query.token === undefined ? playlistMaxAgeS : undefined)
    return reply.headers(headers).send(body)
  })

  async function sendPicture(reply: FastifyReply, clipId: string): Promise<FastifyReply> {
    if (!(await recordings.hasPicture(clipId))) throw new Refusal('clip_not_found')
    const picture = await pictures.of(clipId).catch(() => undefined)
    if (picture === undefined) throw new Refusal('not_found')
    return setCacheControl(reply, `public, max-age=${pictureMaxAgeS}`).type('image/jpeg').send(picture)
  }

  async function sendRange(
    request: FastifyRequest,
    reply: FastifyReply,
    object: Parameters<RecordedBroadcasts['read']>[0],
  ): Promise<FastifyReply> {
    const range = parseRange(request.url)
    if (range === undefined) throw new Refusal('invalid_request')
    const { offset, length } = range
    const end = offset + length
    const readAt = (position: number) =>
      recordings.read(object, { offset: position, length: Math.min(end - position, recordings.pieceBytes) })
    const first = await readAt(offset)
    if (first === undefined) throw new Refusal('not_found')
    if (end > first.objectLength) {
      first.release('sent')
      throw new Refusal('not_found')
    }
    const { headers: common, withoutLength } = segmentResponse(first.bytes)
    const headers = { ...common, etag: `"${first.version}"` }
    // A cache asks again and again whether it may still send what it has: deploy/nginx.conf.
    if (request.headers['if-none-match'] === headers.etag && first.version !== '') {
      first.release('sent')
      return reply.code(304).headers(headers).send()
    }
    // Without a length for the same players as live segments: docs/decisions/010.
    const isChunked = withoutLength && request.raw.httpVersionMinor > 0
    reply.hijack()
    reply.raw.writeHead(200, { ...headers, ...(isChunked ? {} : { 'content-length': length }) })
    if (request.method === 'HEAD') {
      first.release('sent')
      reply.raw.end()
    } else await sendPieces(reply.raw, first, readAt, { offset, end })
    return reply
  }
}

/** One piece is in memory at a time, however slowly the client reads. The connection ends early when the recording is deleted meanwhile. */
async function sendPieces(
  response: ServerResponse,
  first: SentPiece,
  readAt: (position: number) => Promise<SentPiece | undefined>,
  { offset, end }: { offset: number; end: number },
): Promise<void> {
  const deadline = setTimeout(() => response.destroy(), responseDeadlineMs)
  try {
    let piece: SentPiece | undefined = first
    for (let position = offset; ; ) {
      position += piece.bytes.length
      await sendPiece(response, piece, position >= end)
      if (position >= end) return
      piece = await readAt(position)
      if (piece === undefined) throw new Error('the recording has been deleted')
    }
  } catch {
    response.destroy()
  } finally {
    clearTimeout(deadline)
  }
}

/** Resolves once the system has taken it; rejects when the client has left. */
function sendPiece(response: ServerResponse, { bytes, release }: SentPiece, isLast: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const onClose = () => {
      release('given up')
      reject(new Error('the client has left'))
    }
    if (response.destroyed) return onClose()
    response.once('close', onClose)
    const onTaken = (error?: Error | null) => {
      if (error || response.destroyed) return
      response.off('close', onClose)
      release('sent')
      resolve()
    }
    if (isLast) response.end(bytes, onTaken)
    else response.write(bytes, onTaken)
  })
}

/** First and last byte, as the playlist names them. */
function parseRange(address: string): ByteRange | undefined {
  const [, first, last] = /\?bytes=(\d{1,15})-(\d{1,15})$/.exec(address) ?? []
  const [offset, length] = [Number(first), Number(last) - Number(first) + 1]
  return length > 0 && length <= maxRangeBytes ? { offset, length } : undefined
}
