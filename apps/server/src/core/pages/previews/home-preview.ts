import { pagePaths } from '@waggle/contract/pages/page-addresses'
import { defaultIdentity, type SiteIdentity } from '@waggle/contract/site/settings'
import type { CoreContext } from '../../context.ts'
import { identityOf, logoOf, type SiteLogo } from '../../identity/identity.ts'
import { siteDescription } from '../../identity/page-identity.ts'
import { logoPath } from '../../identity/site-logo.ts'
import { previewTags } from './preview-tags.ts'

const defaultDescription = 'Watch live video without an account. Sign in with Hive to chat, follow, upvote and go live.'
/** apps/web/public/preview.jpg, in the size that Open Graph's readers show whole. It has the name of the program in it. */
const programPicture = { path: '/preview.jpg', width: 1200, height: 630 }
/** apps/web/public/apple-touch-icon.png. */
const mark = { path: '/apple-touch-icon.png', width: 180, height: 180 }

/** The tags in the head of the home page, for programs that run no scripts. `publicUrl` has no slash at its end. */
export function homePreview(context: Pick<CoreContext, 'settings'>, publicUrl: string): string {
  const identity = identityOf(context)
  const { name, tagline } = identity
  const page = publicUrl + pagePaths.home
  const title = `${name} · ${tagline || 'Live video'}`
  const description = tagline || defaultDescription
  const picture = pictureOf(identity, logoOf(context))
  const tags = previewTags({
    title,
    page,
    names: { description, 'twitter:card': picture === programPicture ? 'summary_large_image' : 'summary' },
    properties: {
      'og:site_name': name,
      'og:type': 'website',
      'og:url': page,
      'og:title': title,
      'og:description': description,
      'og:image': publicUrl + picture.path,
      'og:image:width': String(picture.width),
      'og:image:height': String(picture.height),
      'og:image:alt': name,
    },
  })
  return `${tags}\n    ${siteDescription(context, publicUrl)}`
}

function pictureOf({ name }: SiteIdentity, logo: SiteLogo | null): typeof programPicture {
  if (logo) return { path: logoPath(logo), width: logo.width, height: logo.height }
  return name === defaultIdentity.name ? programPicture : mark
}
