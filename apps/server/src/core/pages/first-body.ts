import { escapeHtml } from '@waggle/contract/embed/embed-code'
import { pagePaths } from '@waggle/contract/pages/page-addresses'

// What a page shows before its app is drawn. The app replaces it.

/**
 * The player's place, in which the stream is played before the app is drawn, with its picture until then
 * (apps/web/src/routes/watch/first-picture.css).
 */
export function firstStage(picture: string | null): string {
  const image = picture ? `<img src="${escapeHtml(picture)}" alt="" />` : ''
  return `<div class="first-stage"><div class="first-picture">${image}</div></div>`
}

/** The stage of the home page with its picture, as the app will draw it (apps/web/src/features/streams/cards/hero-stage.css). */
export function firstHero(picture: string): string {
  const image = `<img src="${escapeHtml(picture)}" alt="" />`
  return (
    '<div class="first-home"><div class="hero"><div class="hero-stage">' +
    `<div class="hero-picture">${image}</div><div class="hero-shade"></div></div></div></div>`
  )
}

/** The places of a page inside the site's frame, while its code is on its way (rule SHELL-13, apps/web/src/shell/first-frame.css). */
export function firstFrame(page: string): string {
  if (page === pagePaths.replay || page === pagePaths.clip) return firstStage(null)
  return `<div class="first-frame" aria-hidden="true">${'<i></i>'.repeat(7)}</div>`
}
