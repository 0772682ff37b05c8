import type { ActiveStream } from '@waggle/contract/endpoints'
import { watchPath } from '@waggle/contract/pages/page-addresses'
import { Play, RefreshCw } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { categoryText } from '../../../texts/contract/choices.ts'
import { streamTexts as texts } from '../../../texts/viewer/streams.ts'
import { Button, buttonClass } from '../../../ui/forms/button.tsx'
import { Avatar } from '../../../ui/identity/avatar.tsx'
import { Tag } from '../../../ui/identity/badge.tsx'
import { StreamThumbnail } from './stream-thumbnail.tsx'
import styles from './streams.module.css'

/** A stream chosen at random once (rule HOME-2). A refreshed list does not change the choice while the stream is live. */
export function FeaturedStream({
  streams,
  isRefreshing = false,
  onRefresh,
}: {
  streams: readonly [ActiveStream, ...ActiveStream[]]
  isRefreshing?: boolean
  onRefresh?: () => void
}) {
  const headingId = useId()
  const [chosenId, setChosenId] = useState(() => choose(streams).id)
  let featured = streams.find((stream) => stream.id === chosenId)
  if (!featured) {
    featured = choose(streams)
    setChosenId(featured.id)
  }

  return (
    <section aria-labelledby={headingId}>
      <div className={styles.sectionHeader}>
        <h2 id={headingId}>{texts.featured}</h2>
        {onRefresh && (
          <Button
            kind="quiet"
            aria-busy={isRefreshing}
            onClick={() => {
              setChosenId(choose(streams).id)
              onRefresh()
            }}
          >
            <RefreshCw size={16} aria-hidden="true" />
            {texts.refresh}
          </Button>
        )}
      </div>
      <article className={styles.featured}>
        <Link href={watchPath(featured.username)} className={styles.featuredPicture} tabIndex={-1} aria-hidden="true">
          <StreamThumbnail stream={featured} isPriority />
        </Link>
        <div className={styles.featuredText}>
          <div className={styles.featuredUser}>
            <Avatar username={featured.username} src={featured.avatar} size={44} />
            <span>{featured.username}</span>
          </div>
          <h3 className={styles.featuredTitle}>{featured.title}</h3>
          {featured.description && <p className={styles.featuredDescription}>{featured.description}</p>}
          {featured.category && (
            <div>
              <Tag>{categoryText(featured.category)}</Tag>
            </div>
          )}
          <Link href={watchPath(featured.username)} className={`${buttonClass('primary', 'large')} ${styles.watch}`}>
            <Play size={18} fill="currentColor" aria-hidden="true" />
            {texts.watch(featured.username)}
          </Link>
        </div>
      </article>
    </section>
  )
}

function choose(streams: readonly [ActiveStream, ...ActiveStream[]]): ActiveStream {
  return streams[Math.floor(Math.random() * streams.length)] ?? streams[0]
}
