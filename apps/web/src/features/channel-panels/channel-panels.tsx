import { useQuery } from '@tanstack/react-query'
import type { ChannelPanel } from '@waggle/contract/channels/panels'
import { ExternalLink } from 'lucide-react'
import { useId } from 'react'
import { LinkedText } from '../../lib/format/linked-text.tsx'
import { panelTexts as texts } from '../../texts/viewer/channel/channel-panels.ts'
import styles from './channel-panels.module.css'
import { panelsQuery } from './panels-query.ts'

/** What a channel says about itself (rule WATCH-7); nothing where its owner has written no panel. */
export function ChannelPanels({ username }: { username: string }) {
  const headingId = useId()
  const panels = useQuery({ ...panelsQuery(username), staleTime: 30_000 }).data?.panels ?? []
  if (panels.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        {texts.about(username)}
      </h2>
      <ul className={styles.grid}>
        {panels.map((panel, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two panels may be the same, and they never move
          <li key={index} className={styles.panel}>
            <PanelContent panel={panel} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function PanelContent({ panel: { title, text, link } }: { panel: ChannelPanel }) {
  return (
    <>
      <h3 dir="auto" className={styles.title}>
        {title}
      </h3>
      {text !== '' && (
        <p dir="auto" className={styles.text}>
          <LinkedText text={text} />
        </p>
      )}
      {link !== null && (
        <a className={styles.link} href={link} target="_blank" rel="noopener noreferrer nofollow ugc">
          {/* Whole: with its end cut off, one site can imitate another. */}
          <span dir="ltr">{new URL(link).host}</span>
          <ExternalLink size={16} aria-hidden="true" />
          <span className="visually-hidden">{texts.inNewTab}</span>
        </a>
      )}
    </>
  )
}
