import type { SettingProblem } from '@waggle/contract/site/setting-problems'
import type { SiteIdentity } from '@waggle/contract/site/settings'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useCurrentSection } from '../../lib/browser/use-current-section.ts'
import { siteSettingTexts as texts } from '../../texts/operating/site-settings.ts'
import { unsavedTexts } from '../../texts/unsaved.ts'
import styles from './settings-parts.module.css'

const parts = ['identity', 'colours', 'offer', 'message', 'pages', 'file'] as const
type Part = (typeof parts)[number]

const partOf: Record<keyof SiteIdentity, Part> = {
  name: 'identity',
  tagline: 'identity',
  accent: 'colours',
  languages: 'offer',
  categories: 'offer',
  featuredChannel: 'offer',
  advertisement: 'offer',
  banner: 'message',
  pages: 'pages',
}

/** The anchor of a part in the address. */
export function partId(part: Part): string {
  return `site-${part}`
}

/** Leads to the parts of the settings, and says in which something is wrong; it stays in view, beside them or above. */
export function SettingsParts({ problems }: { problems: readonly SettingProblem[] }) {
  const row = useRef<HTMLElement>(null)
  const current = useCurrentSection(parts.map(partId))

  useEffect(() => {
    const { hash } = location
    // The part that the address names, which was not there when the page began.
    if (parts.some((part) => hash === `#${partId(part)}`)) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [])

  useEffect(() => {
    const link = row.current?.querySelector(`[href="#${current}"]`)
    if (!row.current || !link) return
    // Scrolls the row alone: the page stays where it is.
    const [outer, inner] = [row.current.getBoundingClientRect(), link.getBoundingClientRect()]
    row.current.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2
  }, [current])

  const wrongIn = (part: Part) =>
    problems.filter(({ field }) => partOf[field.split('.')[0] as keyof SiteIdentity] === part).length

  return (
    <div className={styles.place}>
      <nav ref={row} aria-label={texts.parts} className={styles.parts}>
        {parts.map((part) => (
          <a key={part} href={`#${partId(part)}`} className="chip" aria-current={partId(part) === current || undefined}>
            {texts[part]}
            {wrongIn(part) > 0 && (
              <span className={styles.wrong}>
                <CircleAlert size={16} aria-hidden="true" />
                <span className="visually-hidden">: {unsavedTexts.wrong(wrongIn(part))}</span>
              </span>
            )}
          </a>
        ))}
      </nav>
    </div>
  )
}
