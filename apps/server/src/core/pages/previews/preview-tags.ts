import { escapeHtml } from '@waggle/contract/embed/embed-code'

/** Tags for the head of a page. Any user may have typed the values, so all are escaped; `links` are tags as they are. */
export function previewTags({
  title,
  page,
  links = [],
  names,
  properties,
}: {
  title: string
  /** The one address of the page. */
  page: string
  links?: readonly string[]
  /** `meta` elements by their `name`. */
  names: Readonly<Record<string, string>>
  /** `meta` elements by their `property`, as Open Graph has them (ogp.me). */
  properties: Readonly<Record<string, string>>
}): string {
  return [
    `<title>${escapeHtml(title)}</title>`,
    `<link rel="canonical" href="${escapeHtml(page)}" />`,
    ...links,
    ...Object.entries(names).map(([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}" />`),
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}" />`,
    ),
  ].join('\n    ')
}
