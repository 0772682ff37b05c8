import { normaliseUsername } from '@waggle/contract/names'

/** Addresses of the site's pages (spec section 2). */
export const paths = {
  home: '/',
  directory: '/directory',
  following: '/following',
  faq: '/faq',
  watch: '/watch',
  embed: '/embed',
  streamKey: '/stream-key',
  dashboard: '/dashboard/streamer',
  login: '/login',
  design: '/design',
  chat: '/chat/:account',
  overlay: '/overlay/:secret',
} as const

export function watchPath(username: string): string {
  return `${paths.watch}?user=${encodeURIComponent(username)}`
}

/** Whom a watch page at this address shows, by either parameter (spec section 2); undefined on other pages. */
export function watchedChannel({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string | undefined {
  const query = new URLSearchParams(search)
  return pathname === paths.watch ? normaliseUsername(query.get('user') || query.get('channel') || '') : undefined
}

/** The watch page by its second parameter, as the following page links to it (spec section 2). */
export function channelPath(username: string): string {
  return `${paths.watch}?channel=${encodeURIComponent(username)}`
}

/** The chat of a channel on a page of its own. */
export function chatPath(username: string): string {
  return paths.chat.replace(':account', encodeURIComponent(username))
}

/** The page that stands over a streamer's picture. */
export function overlayPath(secret: string): string {
  return paths.overlay.replace(':secret', encodeURIComponent(secret))
}

/** Non-empty trimmed text goes to the directory's search, empty text to the directory itself. */
export function searchPath(typed: string): string {
  const search = typed.trim()
  return search === '' ? paths.directory : `${paths.directory}?search=${encodeURIComponent(search)}`
}

export function loginPath(next: string): string {
  return `${paths.login}?next=${encodeURIComponent(next)}`
}

/** Only a path of this site may follow a login: `//host` and `/\host` would leave it. */
export function safeNext(next: string | null): string {
  return next !== null && /^\/(?![/\\])/.test(next) ? next : paths.home
}
