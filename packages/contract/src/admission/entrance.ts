/** Where the only page is that strangers see of a private site. The server sends it at every address. */
export const entrancePath = '/entrance'

/** The id of the element of that page that holds an `Entrance`, as JSON. */
export const entranceId = 'entrance'

/** What the page knows: the name that those who run the site have given it, and what a login needs. */
export interface Entrance {
  name: string
  /** What they say to strangers; empty where nothing is. */
  welcome: string
  hive: 'sandbox' | 'mainnet'
  /** Address of an avatar; replace {username}. */
  avatarUrl: string
}

/** The close code of a WebSocket whose user may not be on the site any more. */
export const membersOnlyCloseCode = 4403
