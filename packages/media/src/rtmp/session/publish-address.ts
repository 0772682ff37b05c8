/** The application and the stream key that an encoder's address means. */
export interface PublishAddress {
  app: string
  streamKey: string
}

/** What Wowza-style encoders append to an application without an instance. */
const defaultInstance = '_definst_'

/**
 * Takes apart what `connect` (app) and `publish` (stream name) said: queries, slashes around and the instance go. Where the
 * name is empty the key may stand in the address itself: `rtmp://host/live/KEY`.
 */
export function readPublishAddress(connectApp: string, streamName: string): PublishAddress {
  const [app = '', ...rest] = withoutQuery(connectApp).split('/').filter(Boolean)
  const name = withoutQuery(streamName).replace(/^\/+|\/+$/g, '')
  const inAddress = rest.filter((segment) => segment !== defaultInstance).at(-1) ?? ''
  return { app, streamKey: name || inAddress }
}

function withoutQuery(text: string): string {
  const start = text.indexOf('?')
  return start < 0 ? text : text.slice(0, start)
}
