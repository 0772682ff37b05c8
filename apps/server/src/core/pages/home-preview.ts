import { pagePaths } from '@waggle/contract/pages/page-addresses'
import { previewTags } from './preview-tags.ts'

const description = 'Watch live video without an account. Sign in with Hive to chat, follow, upvote and go live.'
/** apps/web/public/preview.jpg, in the size that Open Graph's readers show whole. */
const picture = { path: '/preview.jpg', width: 1200, height: 630 }

/** The tags in the head of the home page, for programs that run no scripts. `publicUrl` has no slash at its end. */
export function homePreview({ siteName, publicUrl }: { siteName: string; publicUrl: string }): string {
  const page = publicUrl + pagePaths.home
  const title = `${siteName} · Live video`
  return previewTags({
    title,
    page,
    names: { description, 'twitter:card': 'summary_large_image' },
    properties: {
      'og:site_name': siteName,
      'og:type': 'website',
      'og:url': page,
      'og:title': title,
      'og:description': description,
      'og:image': publicUrl + picture.path,
      'og:image:width': String(picture.width),
      'og:image:height': String(picture.height),
      'og:image:alt': siteName,
    },
  })
}
