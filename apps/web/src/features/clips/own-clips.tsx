import type { Clip } from '@waggle/contract/clips/endpoints'
import { clipTexts as texts } from '../../texts/viewer/clips/clip.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { MoreButton } from '../../ui/forms/more-button.tsx'
import { RecordedGrid } from '../../ui/recorded/recorded-grid.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { ClipCard } from './clip-card.tsx'
import styles from './clips.module.css'
import { DeleteClip } from './delete-clip.tsx'
import { useOwnClips } from './use-clips.ts'

/** The clips of the user's channel and those that the user made, each of which the user may delete. */
export function OwnClips({ user }: { user: string }) {
  const { clips, isLoaded, error, refetch, hasMore, isLoadingMore, loadMore } = useOwnClips(user)
  const ofChannel = clips.filter(({ username }) => username === user)
  const made = clips.filter(({ username }) => username !== user)
  return (
    <Panel title={texts.list}>
      {!isLoaded && <Awaiting label={texts.listLoading} failure={error && texts.listFailed} onRetry={refetch} />}
      {isLoaded && clips.length === 0 && <p className={styles.note}>{texts.none}</p>}
      {ofChannel.length > 0 && made.length > 0 ? (
        <>
          <section className={styles.group}>
            <h3>{texts.ofYourChannel}</h3>
            <OwnList clips={ofChannel} user={user} />
          </section>
          <section className={styles.group}>
            <h3>{texts.youMade}</h3>
            <OwnList clips={made} user={user} />
          </section>
        </>
      ) : (
        clips.length > 0 && <OwnList clips={clips} user={user} />
      )}
      {hasMore && <MoreButton isLoading={isLoadingMore} onClick={loadMore} text={texts.more} />}
    </Panel>
  )
}

function OwnList({ clips, user }: { clips: readonly Clip[]; user: string }) {
  return (
    <RecordedGrid>
      {clips.map((clip) => (
        <li key={clip.clipId} className={styles.own}>
          <ClipCard clip={clip} hasChannel={clip.username !== user} />
          <DeleteClip clip={clip} />
        </li>
      ))}
    </RecordedGrid>
  )
}
