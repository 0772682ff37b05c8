import { escapeHtml } from '@waggle/contract/embed/embed-code'
import type { StreamInfo } from '@waggle/contract/endpoints'
import { embedPath, watchPath } from '@waggle/contract/pages/page-addresses'
import type { BuiltAddresses } from '../../site/built-addresses.ts'
import { previewTags } from './preview-tags.ts'

const textMaxLength = 200

/** The tags in the head of a channel's page. */
export function linkPreview({
  siteName,
  publicUrl,
  servers,
  stream,
  avatar,
}: {
  siteName: string
  /** Without a slash at its end. */
  publicUrl: string
  servers: BuiltAddresses
  stream: Pick<StreamInfo, 'username' | 'title' | 'description' | 'category' | 'isLive' | 'thumbnail'>
  /** Address or path of the channel's avatar. */
  avatar: string
}): string {
  const { username, isLive, thumbnail } = stream
  const stillPicture = thumbnail && (servers.hls || publicUrl) + thumbnail
  return videoPreview({
    ...{ siteName, publicUrl },
    page: publicUrl + watchPath(username),
    player: publicUrl + embedPath(username),
    title: `${stream.title} · @${username}`,
    description: isLive ? `Live now · ${stream.category} · ${stream.description}` : stream.description,
    picture: {
      address: stillPicture || new URL(avatar, servers.api || publicUrl).href,
      alt: isLive ? `Picture of @${username}'s stream` : `@${username}`,
      isLarge: Boolean(stillPicture),
    },
  })
}

/** The tags of a page with a video, for programs that run no scripts: a title, Open Graph (ogp.me), Twitter cards, and the address of oEmbed. */
export function videoPreview({
  siteName,
  publicUrl,
  page,
  player,
  picture,
  ...texts
}: {
  siteName: string
  /** Without a slash at its end. */
  publicUrl: string
  /** The addresses of the page, and of the player alone. */
  page: string
  player: string
  title: string
  description: string
  picture: { address: string; alt: string; isLarge: boolean }
}): string {
  const [title, description] = [shorten(texts.title), shorten(texts.description)]
  const properties: Record<string, string> = {
    'og:site_name': siteName,
    'og:type': 'video.other',
    'og:url': page,
    'og:title': title,
    'og:description': description,
    'og:image': picture.address,
    'og:image:alt': picture.alt,
    'og:video:url': player,
    'og:video:type': 'text/html',
    'og:video:width': '1280',
    'og:video:height': '720',
  }
  const names: Record<string, string> = {
    description,
    'twitter:card': picture.isLarge ? 'summary_large_image' : 'summary',
  }
  const oembed = `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(oembedAddress(publicUrl, page))}" title="${escapeHtml(title)}" />`
  return previewTags({ title: `${title} · ${siteName}`, page, links: [oembed], names, properties })
}

function oembedAddress(publicUrl: string, page: string): string {
  return `${publicUrl}/api/oembed?url=${encodeURIComponent(page)}`
}

/** The text on one line, and no longer than previews show. */
function shorten(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  return characters.length > textMaxLength ? `${characters.slice(0, textMaxLength - 1).join('')}…` : characters.join('')
}
