import { channelInQuery, pagePaths } from '@waggle/contract/pages/page-addresses'

/** The channel that a watch page at this address shows; undefined on other pages. */
export function watchedChannel({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string | undefined {
  return pathname === pagePaths.watch ? channelInQuery(new URLSearchParams(search)) : undefined
}

/** Whether this is the path of a page of this kind, whatever its parameter is. */
export function isPathOf(page: keyof typeof pagePaths, pathname: string): boolean {
  const [before = ''] = pagePaths[page].split(':')
  return pathname.startsWith(before)
}

/** Whether the page at this path neither plays something itself nor is a window of its own (rule PLAYER-22). */
export function hasRoomForSmallPlayer(pathname: string): boolean {
  const others = ['watch', 'replay', 'clip', 'dashboard', 'embed', 'chat', 'overlay'] as const
  return !others.some((page) => isPathOf(page, pathname))
}

/** Only a path of this site may follow a login: `//host` and `/\host` would leave the site. */
export function safeNext(next: string | null): string {
  return next !== null && /^\/(?![/\\])/.test(next) ? next : pagePaths.home
}
