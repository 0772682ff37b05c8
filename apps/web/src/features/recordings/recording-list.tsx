import type { ReactNode } from 'react'
import { recordingTexts as texts } from '../../texts/streamer/recordings.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { MoreButton } from '../../ui/forms/more-button.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { RecordingRow } from './recording-row.tsx'
import styles from './recordings.module.css'
import { useRecordings } from './use-recordings.ts'

/** The recordings of the channel, also those that only the channel sees. */
export function RecordingList({
  user,
  renderActions,
}: {
  user: string
  /** What else can be done with one. */
  renderActions: (streamId: string) => ReactNode
}) {
  const { recordings, error, refetch, hasMore, isLoadingMore, loadMore } = useRecordings(user)
  return (
    <Panel title={texts.list}>
      {!recordings && <Awaiting label={texts.listLoading} failure={error && texts.listFailed} onRetry={refetch} />}
      {recordings?.length === 0 && <p className={styles.note}>{texts.none}</p>}
      {recordings && recordings.length > 0 && (
        <ol className={styles.list}>
          {recordings.map((recording) => (
            <RecordingRow key={recording.streamId} user={user} recording={recording}>
              {renderActions(recording.streamId)}
            </RecordingRow>
          ))}
        </ol>
      )}
      {hasMore && <MoreButton isLoading={isLoadingMore} onClick={loadMore} text={texts.more} />}
    </Panel>
  )
}
