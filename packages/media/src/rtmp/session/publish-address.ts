/** The application and the stream key in an encoder's address. */
export interface PublishAddress {
  app: string
  streamKey: string
}

/** Wowza-style encoders append this to an application without an instance. */
const defaultInstance = '_definst_'

/**
 * Parses the app of `connect` and the stream name of `publish`, without queries, surrounding slashes and instance. When the name
 * is empty, the key may be part of the address: `rtmp://host/live/KEY`.
 */
export function readPublishAddress(connectApp: string, streamName: string): PublishAddress {
  const [app = '', ...rest] = withoutQuery(connectApp).split('/').filter(Boolean)
  const name = withoutQuery(streamName).replace(/^\/+|\/+$/g, '')
  const keyInAddress = rest.filter((segment) => segment !== defaultInstance).at(-1) ?? ''
  return { app, streamKey: name || keyInAddress }
}

function withoutQuery(text: string): string {
  const start = text.indexOf('?')
  return start < 0 ? text : text.slice(0, start)
}
