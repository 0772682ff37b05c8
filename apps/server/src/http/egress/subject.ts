/** Calls and media that are about one broadcast, recording or clip. */
const pattern = /^\/(?:live|recordings|api\/hls\/(?:token|key|wait))\/([a-z0-9]{16,32})(?![a-z0-9])/

/** The stream id in the address of a request; undefined where it is about none. */
export function subjectOf(url: string): string | undefined {
  return pattern.exec(url)?.[1]
}

/** Audio, video and pictures: nearly all that a site sends. */
export function isMedia(url: string): boolean {
  return url.startsWith('/live/') || url.startsWith('/recordings/')
}
