import type { ActiveStream, Answer, Site, StreamInfo } from '@waggle/contract/endpoints'
import type { EndpointName } from '@waggle/contract/routes'
import { atServer, type ServerAddresses, serverAddresses } from '../server-addresses.ts'

type Place<Name extends EndpointName> = (answer: Answer<Name>, servers: ServerAddresses) => Answer<Name>

/** The answers that name files of the site by their paths. */
const places: { readonly [Name in EndpointName]?: Place<Name> } = {
  getSite: placeSite,
  listStreams: ({ streams }, servers) => ({ streams: streams.map((stream) => placeStream(stream, servers)) }),
  listRecentChannels: ({ channels }, servers) => ({
    channels: channels.map((channel) => ({ ...channel, avatar: atServer(channel.avatar, servers) })),
  }),
  getStream: placeInfo,
  getStreamByUser: placeInfo,
}

/** The answer of a call with its paths as addresses at their servers, which may have other origins than the page. */
export function placeAnswer<Name extends EndpointName>(
  name: Name,
  answer: Answer<Name>,
  servers: ServerAddresses,
): Answer<Name> {
  const place: Place<Name> | undefined = places[name]
  return place ? place(answer, servers) : answer
}

export function placeSite(site: Site, servers = serverAddresses): Site {
  return {
    ...site,
    rtmpUrl: servers.rtmp || site.rtmpUrl,
    avatarUrl: atServer(site.avatarUrl, servers),
    adUrl: site.adUrl && atServer(site.adUrl, servers),
    logoUrl: site.logoUrl && atServer(site.logoUrl, servers),
  }
}

export function placeStream(stream: ActiveStream, servers = serverAddresses): ActiveStream {
  return {
    ...stream,
    avatar: atServer(stream.avatar, servers),
    thumbnail: stream.thumbnail && atServer(stream.thumbnail, servers),
    streamPath: atServer(stream.streamPath, servers),
  }
}

export function placeInfo(info: StreamInfo, servers = serverAddresses): StreamInfo {
  return {
    ...info,
    thumbnail: info.thumbnail && atServer(info.thumbnail, servers),
    streamPath: info.streamPath && atServer(info.streamPath, servers),
  }
}
