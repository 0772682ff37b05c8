import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { clipIdPattern } from '@waggle/contract/names'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findClip } from '../../../db/recordings/clips.ts'
import { findRecordingSettings } from '../../../db/recordings/recording-settings.ts'
import { findReplay } from '../../../db/recordings/replays.ts'
import { Refusal } from '../../../http/refusal.ts'
import { ownerId } from '../../../http/viewer-count.ts'
import { addressGroup } from '../../../lib/network/address-group.ts'
import { checkHlsToken, type HlsToken } from '../../../lib/playback/hls-token.ts'
import type { MediaContext } from '../../context.ts'
import { DownloadSlots } from './download-slots.ts'
import type { RecordedBroadcasts } from './recorded-broadcasts.ts'
import type { RecordedMovie } from './recorded-movie.ts'

/** The tables of samples of four hours are 8 MB, which each download keeps, and whose writing takes up to 0.1 s. */
const maxDownloads = { all: 8, ofAddress: 2 }
const busyRetrySeconds = 60
const noProgressTimeoutMs = 60_000

type DownloadRequest = FastifyRequest<{ Params: { streamId: string }; Querystring: { token?: string } }>

/** Downloads of replays and clips at `/recordings/{id}/source/download.mp4?token=…`, with the token that `createDownload` gives. They can be resumed by range. */
export function downloadRoute(app: FastifyInstance, context: MediaContext, recordings: RecordedBroadcasts): void {
  const slots = new DownloadSlots(maxDownloads)

  app.get('/recordings/:streamId/source/download.mp4', async (request: DownloadRequest, reply) => {
    const { streamId } = request.params
    const check = checkHlsToken(context.secrets.download, String(request.query.token ?? ''), context.now())
    if (!check.ok) throw new Refusal(check.reason === 'expired' ? 'hls_token_expired' : 'hls_token_invalid')
    if (check.token.streamId !== streamId) throw new Refusal('hls_token_invalid')
    const giveBack = slots.take(addressGroup(request.ip))
    if (giveBack === undefined) throw new Refusal('downloads_busy', { retryAfterSeconds: busyRetrySeconds })
    try {
      const name = await requireAllowed(check.token)
      const movie = await recordings.movie(streamId)
      await send(request, reply, movie, name)
    } finally {
      giveBack()
    }
    return reply
  })

  /** The channel may have changed its mind since it gave the address. Returns the name of the file. */
  async function requireAllowed({ streamId, viewerId }: HlsToken): Promise<string> {
    const found = await findDownload(streamId)
    const isOwner = viewerId === ownerId
    if (!found || !(found.isPublic || isOwner)) throw new Refusal('stream_not_found')
    const { isDownloadable } = await findRecordingSettings(context.db, found.channel)
    if (!isDownloadable && !isOwner) throw new Refusal('download_refused')
    return `${found.channel}-${new Date(found.atMs).toISOString().slice(0, 16).replace(':', '')}${found.ending}.mp4`
  }

  async function findDownload(
    id: string,
  ): Promise<{ channel: string; atMs: number; isPublic: boolean; ending: string } | undefined> {
    if (clipIdPattern.test(id)) {
      const clip = await findClip(context.db, id)
      return clip && { channel: clip.channel, atMs: clip.startsMs, isPublic: clip.isPublic, ending: '-clip' }
    }
    const replay = await findReplay(context.db, id)
    return replay && { channel: replay.username, atMs: replay.startedAtMs, isPublic: replay.isPublic, ending: '' }
  }

  async function send(
    { headers, method }: FastifyRequest,
    reply: FastifyReply,
    movie: RecordedMovie,
    name: string,
  ): Promise<void> {
    const { raw } = reply.hijack()
    const range = parseRange(headers.range, movie.bytes)
    const common = {
      ...(reply.getHeaders() as Record<string, string>),
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="${name}"`,
      'content-type': 'video/mp4',
    }
    if (range === 'outside') {
      raw.writeHead(416, { ...common, 'content-range': `bytes */${movie.bytes}` }).end()
      return
    }
    const { first, last } = range ?? { first: 0, last: movie.bytes - 1 }
    raw.writeHead(range ? 206 : 200, {
      ...common,
      'content-length': last - first + 1,
      ...(range && { 'content-range': `bytes ${first}-${last}/${movie.bytes}` }),
    })
    if (method === 'HEAD') {
      raw.end()
      return
    }
    // A client that waits for longer asks for the rest by range.
    raw.setTimeout(noProgressTimeoutMs, () => raw.destroy())
    // It ends early when the client leaves or the recording is deleted: the length then tells the client that something is missing.
    await pipeline(Readable.from(cut(movie.read(first), last - first + 1)), raw).catch((error) =>
      context.log.debug({ error }, 'a download ended early'),
    )
  }
}

async function* cut(pieces: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
  let left = length
  for await (const piece of pieces) {
    yield piece.subarray(0, left)
    left -= piece.length
    if (left <= 0) return
  }
}

/** One range of bytes (RFC 9110 section 14.1.2); others are answered with the whole file. */
function parseRange(header: string | undefined, size: number): { first: number; last: number } | 'outside' | undefined {
  const [match, from, until] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (match === undefined || (!from && !until)) return undefined
  const first = from ? Number(from) : Math.max(0, size - Number(until))
  const last = from && until ? Math.min(Number(until), size - 1) : size - 1
  if (first >= size) return 'outside'
  return last < first ? undefined : { first, last }
}
