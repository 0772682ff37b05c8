import { escapeHtml } from '@waggle/contract/embed/embed-code'
import type { StreamInfo } from '@waggle/contract/endpoints'
import { embedPath, watchPath } from '@waggle/contract/pages/page-addresses'
import type { BuiltAddresses } from '../site/built-addresses.ts'
import { previewTags } from './preview-tags.ts'

const textMaxLength = 200

/**
 * The tags in the head of a channel's page for programs that run no scripts: a title, Open Graph (ogp.me), Twitter cards, and the address
 * of oEmbed.
 */
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
  const page = publicUrl + watchPath(username)
  const title = shorten(`${stream.title} · @${username}`)
  const description = shorten(isLive ? `Live now · ${stream.category} · ${stream.description}` : stream.description)
  const picture = thumbnail ? (servers.hls || publicUrl) + thumbnail : new URL(avatar, servers.api || publicUrl).href
  const properties: Record<string, string> = {
    'og:site_name': siteName,
    'og:type': 'video.other',
    'og:url': page,
    'og:title': title,
    'og:description': description,
    'og:image': picture,
    'og:image:alt': isLive ? `Picture of @${username}'s stream` : `@${username}`,
    'og:video:url': publicUrl + embedPath(username),
    'og:video:type': 'text/html',
    'og:video:width': '1280',
    'og:video:height': '720',
  }
  const names: Record<string, string> = {
    description,
    'twitter:card': thumbnail === null ? 'summary' : 'summary_large_image',
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
