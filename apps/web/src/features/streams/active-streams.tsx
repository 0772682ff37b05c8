import { watchPath } from '@waggle/contract/pages/page-addresses'
import { Link } from 'wouter'
import { abbreviateCount, viewersText } from '../../lib/format/count.ts'
import { sampleLabel, sampleStreams } from '../../lib/sample-data.ts'
import { categoryText } from '../../texts/contract/choices.ts'
import { streamTexts as texts } from '../../texts/viewer/streams.ts'
import { Avatar } from '../../ui/identity/avatar.tsx'
import { SampleBadge } from '../../ui/identity/badge.tsx'
import styles from './active-streams.module.css'
import { useIncrementalList } from './cards/use-incremental-list.ts'
import { useStreams } from './use-streams.ts'

/** The sidebar's list of live streams. When it cannot be loaded, labelled sample streams take its place (rule SAMPLE-2). */
export function ActiveStreams() {
  const { streams, error } = useStreams()
  const isSample = error !== undefined
  const all = isSample ? sampleStreams : streams
  const { shown, hasMore, endRef } = useIncrementalList(all ?? [])
  return (
    <section className={styles.section} aria-labelledby="active-streams-heading">
      <div className={styles.header}>
        <h2 id="active-streams-heading" className={styles.heading}>
          {texts.active}
        </h2>
        {isSample && <SampleBadge>{sampleLabel}</SampleBadge>}
      </div>
      {all?.length === 0 && <p className={styles.empty}>{texts.nobodyLive}</p>}
      <ul>
        {shown.map((stream) => (
          <li key={stream.id}>
            <Link href={watchPath(stream.username)} className={styles.entry} title={stream.title}>
              <Avatar username={stream.username} src={stream.avatar} size={34} />
              <span className={styles.text}>
                <span className={styles.name}>{stream.username}</span>
                <span className={styles.category}>
                  {stream.category ? categoryText(stream.category) : texts.withoutCategory}
                </span>
              </span>
              <span className={styles.viewers}>
                <span className={styles.dot} aria-hidden="true" />
                <span aria-hidden="true">{abbreviateCount(stream.viewers)}</span>
                <span className="visually-hidden">{viewersText(stream.viewers)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {hasMore && <div ref={endRef} />}
    </section>
  )
}
