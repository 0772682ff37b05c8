import type { Site } from '@waggle/contract/endpoints'

/** Where a broadcast's media is besides at the site itself. */
export interface MediaServers {
  /** Origins of the edges that have its LL-HLS. */
  edges: readonly string[]
  /** Where it is watched in real time. */
  relayUrl?: string | undefined
}

export const siteOnly: MediaServers = { edges: [] }

export function mediaServersOf(site: Site | undefined): MediaServers {
  return { edges: site?.edges ?? [], relayUrl: site?.realTime?.relayUrl ?? undefined }
}
