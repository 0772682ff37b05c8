import type { Clip } from '@waggle/contract/clips/endpoints'
import type { ReactNode } from 'react'
import { clipTexts as texts } from '../../texts/viewer/clips/clip.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { MoreButton } from '../../ui/forms/more-button.tsx'
import { RecordedGrid } from '../../ui/recorded/recorded-grid.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { ClipCard } from './clip-card.tsx'
import styles from './clips.module.css'
import { useOwnClips } from './use-clips.ts'

/** The clips of the user's channel, and those that the user made of others (rule CLIP-3). */
export function OwnClips({
  user,
  renderActions,
}: {
  user: string
  /** What can be done with one. */
  renderActions: (clip: Clip) => ReactNode
}) {
  const { clips, isLoaded, error, refetch, hasMore, isLoadingMore, loadMore } = useOwnClips(user)
  const ofChannel = clips.filter(({ username }) => username === user)
  const made = clips.filter(({ username }) => username !== user)
  const listOf = (some: readonly Clip[]) => (
    <RecordedGrid>
      {some.map((clip) => (
        <li key={clip.clipId} className={styles.own}>
          <ClipCard clip={clip} hasChannel={clip.username !== user} />
          {renderActions(clip)}
        </li>
      ))}
    </RecordedGrid>
  )
  return (
    <>
      <Panel title={texts.ofYourChannel}>
        {!isLoaded && <Awaiting label={texts.listLoading} failure={error && texts.listFailed} onRetry={refetch} />}
        {isLoaded && !hasMore && ofChannel.length === 0 && <p className={styles.note}>{texts.none}</p>}
        {ofChannel.length > 0 && listOf(ofChannel)}
      </Panel>
      {made.length > 0 && <Panel title={texts.youMade}>{listOf(made)}</Panel>}
      {hasMore && <MoreButton isLoading={isLoadingMore} onClick={loadMore} text={texts.more} />}
    </>
  )
}
