/** The addresses of live media, which are not calls of the contract, as OpenAPI paths (docs/playing.md). */
export const mediaPaths: Record<string, Record<string, object>> = {
  '/live/{streamId}/master.m3u8': read({
    operationId: 'getMasterPlaylist',
    summary: 'The master playlist of a live stream',
    description:
      'Lists the renditions: the source, and lower ones where the site transcodes. With `token`, the playlists carry it on to the addresses of keys, for players that cannot add it themselves; without it they are the same for every viewer and may be cached.',
    parameters: [playlistToken()],
    type: 'application/vnd.apple.mpegurl',
  }),
  '/live/{streamId}/{rendition}/media.m3u8': read({
    operationId: 'getMediaPlaylist',
    summary: 'The low-latency playlist of one rendition (RFC 8216bis)',
    description:
      'Lists the last segments and the parts of the newest ones, with the addresses of their keys. With `_HLS_msn` and `_HLS_part` the answer is held until that part exists; with `_HLS_skip=YES` it is a delta update.',
    parameters: [
      rendition(),
      playlistToken(),
      query('_HLS_msn', 'The media sequence number to wait for', { type: 'integer' }),
      query('_HLS_part', 'The part of that segment to wait for', { type: 'integer' }),
      query('_HLS_skip', 'Asks for a delta update', { type: 'string', enum: ['YES', 'v2'] }),
    ],
    type: 'application/vnd.apple.mpegurl',
  }),
  '/live/{streamId}/{rendition}/{file}': read({
    operationId: 'getMedia',
    summary: 'An initialisation segment, a segment, or a part of one',
    description:
      'Fragmented MP4 with audio and video together, as the playlist names it. Segments and parts are encrypted with AES-128; the key is at the address in `EXT-X-KEY`. Media never changes under its address. A request for the part that the playlist announces is held until it exists.',
    parameters: [
      rendition(),
      inPath('file', 'As in the playlist', { type: 'string', examples: ['init-0.mp4', 'seg-41.m4s', 'part-41-0.m4s'] }),
    ],
    type: 'video/mp4',
  }),
  '/live/{streamId}/thumbnail.jpg': read({
    operationId: 'getThumbnail',
    summary: 'The newest picture of a stream',
    description:
      'About 640x360, every ten seconds. `thumbnail-1.jpg` to `thumbnail-5.jpg` are the pictures before it; `thumbnail-large.jpg` is the newest one at about 1280x720.',
    parameters: [query('v', 'When it was taken, so that each picture has an address', { type: 'integer' })],
    type: 'image/jpeg',
  }),
  '/recordings/{streamId}/master.m3u8': read({
    operationId: 'getReplayMasterPlaylist',
    summary: 'The master playlist of a replay',
    description: 'Lists the renditions that were recorded. `token` is carried on as in the playlists of live streams.',
    parameters: [playlistToken()],
    type: 'application/vnd.apple.mpegurl',
    tag: 'replays',
  }),
  '/recordings/{streamId}/{rendition}/media.m3u8': read({
    operationId: 'getReplayMediaPlaylist',
    summary: 'The playlist of one rendition of a replay (RFC 8216bis, VOD)',
    description: 'Lists every segment with its address and that of its key. All renditions have the same segments.',
    parameters: [rendition(), playlistToken()],
    type: 'application/vnd.apple.mpegurl',
    tag: 'replays',
  }),
  '/recordings/{streamId}/picture.jpg': read({
    operationId: 'getReplayPicture',
    summary: 'A picture of what is recorded',
    description:
      'About 640x360, one for every 30 seconds: the last one before the time. The answer is 204 where there is none. Of a replay that is not published it needs a token of its channel.',
    parameters: [
      query('at', 'The time, milliseconds since 1970', { type: 'integer' }),
      query('token', 'A token of the stream', { type: 'string' }),
    ],
    type: 'image/jpeg',
    tag: 'replays',
  }),
  '/recordings/{streamId}/source/download.mp4': read({
    operationId: 'downloadReplay',
    summary: 'A replay as one MP4 file, with `moov` first',
    description: 'The address that `createDownload` gives. A download that was interrupted goes on with a range.',
    parameters: [query('token', 'As in the address', { type: 'string' })],
    type: 'video/mp4',
    tag: 'replays',
  }),
  '/recordings/{streamId}/{object}': read({
    operationId: 'getReplayMedia',
    summary: 'A range of recorded media',
    description:
      'An initialisation segment, or a segment, which is encrypted with AES-128. The playlist names each with its range. Where the site has a CDN in front of its recordings, the playlist names ranges of objects there (EXT-X-BYTERANGE).',
    parameters: [
      inPath('object', 'As in the playlist', { type: 'string', examples: ['source-41.m4s'] }),
      query('bytes', 'First and last byte, as in the playlist', { type: 'string', examples: ['1024-88063'] }),
    ],
    type: 'video/mp4',
    tag: 'replays',
  }),
}

function read({
  operationId,
  summary,
  description,
  parameters,
  type,
  tag = 'live',
}: {
  operationId: string
  summary: string
  description: string
  parameters: object[]
  type: string
  tag?: string
}): Record<string, object> {
  return {
    get: {
      operationId,
      summary,
      description,
      tags: [tag],
      security: [],
      parameters: [inPath('streamId', 'As the stream info has it', { type: 'string' }), ...parameters],
      responses: {
        200: { description: summary, content: { [type]: { schema: { type: 'string', format: 'binary' } } } },
        400: { description: 'The query is not valid' },
        404: {
          description: 'There is no such stream, or this is no longer listed',
        },
      },
    },
  }
}

function rendition(): object {
  return inPath('rendition', 'As the master playlist names it', { type: 'string', examples: ['source', '720p'] })
}

function playlistToken(): object {
  return query('token', 'A token of the stream, for players that cannot add it to the addresses of keys', {
    type: 'string',
  })
}

function inPath(name: string, description: string, schema: object): object {
  return { name, in: 'path', required: true, description, schema }
}

function query(name: string, description: string, schema: object): object {
  return { name, in: 'query', required: false, description, schema }
}
