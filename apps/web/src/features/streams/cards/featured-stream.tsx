import { defaultListTitle, defaultTitle } from '@waggle/contract/channels/defaults'
import type { ActiveStream } from '@waggle/contract/endpoints'
import { directoryPath, watchPath } from '@waggle/contract/pages/page-addresses'
import { largeThumbnail } from '@waggle/contract/streams/thumbnail-addresses'
import { Eye, Play, RefreshCw } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import { abbreviateCount } from '../../../lib/format/count.ts'
import { categoryOf, categoryText } from '../../../texts/contract/choices.ts'
import { streamTexts as texts } from '../../../texts/viewer/streams.ts'
import { buttonClass, IconButton } from '../../../ui/forms/button.tsx'
import { Avatar } from '../../../ui/identity/avatar.tsx'
import { StateBadge, ViewerBadge } from '../../../ui/identity/badge.tsx'
import { StreamPlaceholder } from '../../../ui/identity/stream-placeholder.tsx'
import styles from './featured-stream.module.css'
import { PictureLight } from './picture-light.tsx'
import { StillPicture } from './still-picture.tsx'

/**
 * One stream as a stage: its picture, whose colours continue over the rest of the stage and softly into the page, its title, and the
 * streams that can take its place.
 */
export function FeaturedStream({
  stream,
  choices,
  onChoose,
  isRefreshing = false,
  onRefresh,
  motion,
  children,
}: {
  stream: ActiveStream
  choices: readonly ActiveStream[]
  onChoose: (id: string) => void
  isRefreshing?: boolean
  onRefresh?: () => void
  /** Stops and starts the moving picture, where there is one. */
  motion?: { label: string; icon: ReactNode; onToggle: () => void }
  /** What lies over the still picture: the moving one. */
  children?: ReactNode
}) {
  const headingId = useId()
  const { username } = stream
  // The stage's own picture, so that no other one is loaded.
  const thumbnail = stream.thumbnail && largeThumbnail(stream.thumbnail)
  const category = categoryOf(stream)
  return (
    <section className="hero" aria-labelledby={headingId}>
      {thumbnail && <PictureLight className="hero-glow" src={thumbnail} />}
      <article className={`hero-stage ${styles.stage}`}>
        {thumbnail ? (
          <PictureLight className="hero-ambience" src={thumbnail} />
        ) : (
          <div className={`hero-ambience ${styles.placeholder}`} aria-hidden="true">
            <StreamPlaceholder username={username} />
          </div>
        )}
        <Link href={watchPath(username)} className="hero-picture" tabIndex={-1} aria-hidden="true">
          <StillPicture key={stream.id} stream={stream} isStage />
          {children}
        </Link>
        <div className="hero-shade" />
        <div className={styles.text}>
          <div className={styles.headingRow}>
            <h2 id={headingId} className={styles.heading}>
              {texts.featured}
            </h2>
            {motion && (
              <span className={styles.motion}>
                <IconButton label={motion.label} onClick={motion.onToggle}>
                  {motion.icon}
                </IconButton>
              </span>
            )}
            {onRefresh && (
              <IconButton label={texts.refresh} aria-busy={isRefreshing} onClick={onRefresh}>
                <RefreshCw size={16} aria-hidden="true" />
              </IconButton>
            )}
          </div>
          <h3 className={styles.title}>
            <Link href={watchPath(username)} className={styles.titleLink}>
              {stream.title === defaultListTitle ? defaultTitle(username) : stream.title}
            </Link>
          </h3>
          <div className={styles.channel}>
            <Avatar username={username} src={stream.avatar} size={40} />
            <div className={styles.channelText}>
              <p className={styles.names}>
                <span className={styles.name}>{username}</span>
                {' · '}
                <Link href={directoryPath({ category })} className={styles.category}>
                  {categoryText(category)}
                </Link>
              </p>
              <p className={styles.facts}>
                <StateBadge stream={stream} />
                <ViewerBadge count={stream.viewers} />
              </p>
            </div>
          </div>
          <Link href={watchPath(username)} className={`${buttonClass('primary', 'large')} ${styles.watch}`}>
            <Play size={18} fill="currentColor" aria-hidden="true" />
            <span className={styles.watchText}>{texts.watch(username)}</span>
          </Link>
          {choices.length > 1 && (
            <ul className={styles.choices} aria-label={texts.featuredChoices}>
              {choices.map((choice) => (
                <li key={choice.id}>
                  <button
                    type="button"
                    className={styles.choice}
                    aria-pressed={choice.id === stream.id}
                    onClick={() => onChoose(choice.id)}
                  >
                    <span className="visually-hidden">{texts.feature(choice.username)}</span>
                    <span className={styles.choicePicture} aria-hidden="true">
                      <StillPicture stream={choice} />
                    </span>
                    <span className={styles.choiceName} aria-hidden="true">
                      <strong className="one-line">{choice.username}</strong>
                      <Eye size={12} />
                      {abbreviateCount(choice.viewers)}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      </article>
    </section>
  )
}
