import { createJsonSchemas } from './json-schemas.ts'
import { mediaPaths } from './media-paths.ts'
import { describeOperations } from './operations.ts'

const tags = {
  site: 'The site itself.',
  auth: 'Signing in, sessions and the stream key.',
  streams: 'Live streams, and statistics for their owners.',
  live: 'Playlists, media and pictures of live streams.',
  replays: 'Recorded broadcasts: what there is, and their playlists and media.',
  clips: 'Stretches of broadcasts that viewers have marked and named.',
  hls: 'Tokens and keys for players.',
  channels: 'What channels say about themselves, and the tools of their owners.',
  egress: 'What caches in front of the site report.',
  oembed: 'How other sites show a channel.',
  follows: 'Follows and followers.',
  hive: 'Posts, votes, announcements and tips on the chain.',
  operate: 'For the people who run the site.',
  admission: 'Whether the caller may broadcast, and asking for it.',
  invitations: 'Invitations of the people who run the site.',
  reports: 'To the people who run the site.',
  privacy: 'What the site holds on the caller.',
  push: 'Alerts that reach a browser while the site is closed.',
  overlay: 'The overlay in the broadcasting software.',
  webhooks: "Addresses that receive a channel's events.",
  chat: 'Messages and moderation. New messages arrive over Socket.IO at /socket.io, which docs/sockets.md of the source describes.',
}

/** Describes the API of the contract, and live media, in OpenAPI 3.1. `siteUrl` has no slash at its end. */
export function openapiDocument(siteUrl: string) {
  const { named, convert } = createJsonSchemas()
  const operations = describeOperations(convert)
  return {
    openapi: '3.1.0' as const,
    info: {
      title: 'Waggle',
      version: '0.1.0',
      description:
        'Every refusal has the body `{ code, error, message }`: a code for programs and the sentence for people, twice. Times are milliseconds since 1970-01-01 UTC. Fields may be added to answers. Names of accounts may be written with capitals and a leading @.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: siteUrl }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: { ...operations, ...mediaPaths },
    components: {
      schemas: named,
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token that signing in returns. It lasts 30 days, or until it is ended.',
        },
        hlsToken: {
          type: 'apiKey',
          in: 'query',
          name: 'token',
          description: 'A token of `createHlsToken`, for one stream. It lasts an hour.',
        },
      },
    },
  }
}
