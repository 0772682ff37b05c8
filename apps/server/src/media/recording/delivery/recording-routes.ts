import { parsePlaylistQuery } from '@waggle/media/hls/playlist/playlist-query'
import { playlistResponse, segmentResponse } from '@waggle/media/hls/serve/hls-response'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { setCacheControl } from '../../../http/cache-control.ts'
import { destroyIfStalled } from '../../../http/http.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { ByteRange } from '../store/recording-store.ts'
import type { ClipPictures } from './clip-pictures.ts'
import type { RecordedBroadcasts } from './recorded-broadcasts.ts'

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
    const found = await recordings.read(object, range)
    if (found === undefined) throw new Refusal('not_found')
    const { headers, withoutLength } = segmentResponse(found.bytes)
    // Without a length for the same players as live segments: docs/decisions/010.
    const isChunked = withoutLength && request.raw.httpVersionMinor > 0
    const length = isChunked ? {} : { 'content-length': found.bytes.length }
    reply.raw.writeHead(200, { ...headers, ...length }).end(request.method === 'HEAD' ? undefined : found.bytes)
    destroyIfStalled(reply.raw, responseDeadlineMs)
    return reply.hijack()
  }
}

/** First and last byte, as the playlist names them. */
function parseRange(address: string): ByteRange | undefined {
  const [, first, last] = /\?bytes=(\d{1,15})-(\d{1,15})$/.exec(address) ?? []
  const [offset, length] = [Number(first), Number(last) - Number(first) + 1]
  return length > 0 && length <= maxRangeBytes ? { offset, length } : undefined
}
