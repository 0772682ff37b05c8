import { clipIdPattern, normaliseUsername, streamIdPattern } from '../names.ts'

/** The path of every page of the site. A `:name` is a parameter, as routers of the browser and of the server write it. */
export const pagePaths = {
  home: '/',
  directory: '/directory',
  following: '/following',
  faq: '/faq',
  watch: '/watch',
  replay: '/replay/:streamId',
  clip: '/clips/:clipId',
  embed: '/embed',
  streamKey: '/stream-key',
  dashboard: '/dashboard/streamer',
  sessions: '/sessions',
  operate: '/operate',
  report: '/report',
  sitePage: '/pages/:page',
  login: '/login',
  design: '/design',
  chat: '/chat/:account',
  overlay: '/overlay/:secret',
} as const

/** The page that advertisement frames show unless operators choose another (rule AD-2). Its parameter `lang` is a language of the site. */
export const houseAdPath = '/ads/house'

/** Where the people who run the site work: on what is live, or on an account. */
export function operatePath(place: { account?: string; section?: string } = {}): string {
  const query = new URLSearchParams(place).toString()
  return query === '' ? pagePaths.operate : `${pagePaths.operate}?${query}`
}

/** A page of the site's own, such as its rules. */
export function sitePagePath(page: string): string {
  return pagePaths.sitePage.replace(':page', encodeURIComponent(page))
}

/** The page of the site's own that is at this address; undefined at other addresses. */
export function sitePageInAddress({ pathname }: Pick<URL, 'pathname'>): string | undefined {
  return /^\/pages\/([a-z0-9-]{1,40})$/.exec(pathname)?.[1]
}

/** A channel's watch page. */
export function watchPath(username: string): string {
  return `${pagePaths.watch}?user=${encodeURIComponent(username)}`
}

/** The watch page by its second parameter, which the following page links to. */
export function channelPath(username: string): string {
  return `${pagePaths.watch}?channel=${encodeURIComponent(username)}`
}

/** The player alone, for other sites to frame. */
export function embedPath(username: string): string {
  return `${pagePaths.embed}?user=${encodeURIComponent(username)}`
}

/** The page of a recorded broadcast, at its beginning or at a time of its picture. */
export function replayPath(streamId: string, atSeconds = 0): string {
  const path = pagePaths.replay.replace(':streamId', encodeURIComponent(streamId))
  return atSeconds > 0 ? `${path}?t=${Math.floor(atSeconds)}` : path
}

/** The player of a recorded broadcast alone, for other sites to frame. */
export function replayEmbedPath(streamId: string): string {
  return `${pagePaths.embed}?replay=${encodeURIComponent(streamId)}`
}

/** The page of a clip. */
export function clipPath(clipId: string): string {
  return pagePaths.clip.replace(':clipId', encodeURIComponent(clipId))
}

/** The player of a clip alone, for other sites to frame. */
export function clipEmbedPath(clipId: string): string {
  return `${pagePaths.embed}?clip=${encodeURIComponent(clipId)}`
}

/** The chat of a channel on a page of its own. */
export function chatPath(username: string): string {
  return pagePaths.chat.replace(':account', encodeURIComponent(username))
}

/** The page that a streamer adds to their picture as a browser source. */
export function overlayPath(secret: string): string {
  return pagePaths.overlay.replace(':secret', encodeURIComponent(secret))
}

/** Non-empty trimmed text goes to the directory's search, empty text to the directory itself. */
export function searchPath(typed: string): string {
  const search = typed.trim()
  return search === '' ? pagePaths.directory : `${pagePaths.directory}?search=${encodeURIComponent(search)}`
}

/** The directory, filtered by category, tag or language. */
export function directoryPath(filter: { category?: string; tag?: string; language?: string }): string {
  return `${pagePaths.directory}?${new URLSearchParams(filter)}`
}

/** The login page, which continues to `next`, a path of this site. */
export function loginPath(next: string): string {
  return `${pagePaths.login}?next=${encodeURIComponent(next)}`
}

/** The channel that the query of a watch or embed page names, by either parameter and normalised; empty if it names none. */
export function channelInQuery(query: URLSearchParams): string {
  return normaliseUsername(query.get('user') || query.get('channel') || '')
}

/** The recorded broadcast that a replay page or its embedded player shows; undefined at other addresses. */
export function replayInAddress({
  pathname,
  searchParams,
}: Pick<URL, 'pathname' | 'searchParams'>): string | undefined {
  const named = pathname === pagePaths.embed ? searchParams.get('replay') : /^\/replay\/([^/]+)$/.exec(pathname)?.[1]
  return named && streamIdPattern.test(named) ? named : undefined
}

/** The clip that a clip page or its embedded player shows; undefined at other addresses. */
export function clipInAddress({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>): string | undefined {
  const named = pathname === pagePaths.embed ? searchParams.get('clip') : /^\/clips\/([^/]+)$/.exec(pathname)?.[1]
  return named && clipIdPattern.test(named) ? named : undefined
}

/** The time of the picture that the query of a replay page names, in seconds: `t=90`, `t=1h2m3s`. Undefined without one. */
export function timeInQuery(query: URLSearchParams): number | undefined {
  const [match, hours = 0, minutes = 0, seconds = 0] = timePattern.exec(query.get('t') ?? '') ?? []
  return match ? Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) : undefined
}

const timePattern = /^(?=\d)(?:(\d{1,3})h)?(?:(\d{1,5})m)?(?:(\d{1,7})s?)?$/

/** An invitation to broadcast. Its secret is behind the `#`, which browsers send to no server. */
export function invitationPath(secret: string): string {
  return `${pagePaths.streamKey}#invitation=${secret}`
}

/** An invitation to enter a private site, whose every page is its login. */
export function memberInvitationPath(secret: string): string {
  return `${pagePaths.home}#invitation=${secret}`
}

/** The secret of the invitation that the hash of a page names; undefined without one. */
export function invitationInHash(hash: string): string | undefined {
  return /^#invitation=([\w-]{32})$/.exec(hash)?.[1]
}

/** Where an account reads what was decided about it (rule OPERATE-10). */
export const decisionsId = 'decisions'
export const decisionsPath: string = `${pagePaths.sessions}#${decisionsId}`
