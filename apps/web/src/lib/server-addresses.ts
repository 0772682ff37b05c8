/** The origins of the site's servers. Empty is the origin of the page. */
export interface ServerAddresses {
  /** The core server: calls, keys and the house advertisement. */
  api: string
  /** Playlists, segments and thumbnails. */
  hls: string
  /** Chat's calls and its socket. */
  chat: string
  /** What encoders broadcast to; empty is what the server says. */
  rtmp: string
}

/** As they were when the site was built (docs/several-origins.md). The build has checked them (apps/web/server-addresses.ts). */
export const serverAddresses: ServerAddresses = {
  api: import.meta.env.VITE_API_URL ?? '',
  hls: import.meta.env.VITE_HLS_URL ?? '',
  chat: import.meta.env.VITE_CHAT_URL ?? '',
  rtmp: import.meta.env.VITE_RTMP_URL ?? '',
}

/** The origin of the server that answers a call or has a file, by its path. */
export function serverOf(path: string, { api, hls, chat }: ServerAddresses): string {
  if (path.startsWith('/live/') || path.startsWith('/recordings/')) return hls
  return path.startsWith('/api/chat/') ? chat : api
}

/** The address of a path at its server. An address stays as it is. */
export function atServer(path: string, servers = serverAddresses): string {
  return path.startsWith('/') ? serverOf(path, servers) + path : path
}
