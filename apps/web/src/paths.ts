import { channelInQuery, pagePaths } from '@waggle/contract/pages/page-addresses'

/** The channel that a watch page at this address shows; undefined on other pages. */
export function watchedChannel({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string | undefined {
  return pathname === pagePaths.watch ? channelInQuery(new URLSearchParams(search)) : undefined
}

/** Whether this is the path of the page of a recorded broadcast. */
export function isReplayPath(pathname: string): boolean {
  const [before = ''] = pagePaths.replay.split(':')
  return pathname.startsWith(before)
}

/** Whether this is the path of the page of a clip. */
export function isClipPath(pathname: string): boolean {
  const [before = ''] = pagePaths.clip.split(':')
  return pathname.startsWith(before)
}

/** Whether this is the path of a page of the site's own, such as its rules. */
export function isSitePagePath(pathname: string): boolean {
  const [before = ''] = pagePaths.sitePage.split(':')
  return pathname.startsWith(before)
}

/** Only a path of this site may follow a login: `//host` and `/\host` would leave the site. */
export function safeNext(next: string | null): string {
  return next !== null && /^\/(?![/\\])/.test(next) ? next : pagePaths.home
}
