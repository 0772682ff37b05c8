import type { OwnReplay } from '@waggle/contract/replays/endpoints'
import { SearchX } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { severalRecordingsTexts, recordingTexts as texts } from '../../texts/streamer/recordings/recordings.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { MoreButton } from '../../ui/forms/more-button.tsx'
import { Notice } from '../../ui/surfaces/notice.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { allRecordings, useRecordingsInAddress } from './find/recordings-in-address.ts'
import { RecordingsSearch } from './find/recordings-search.tsx'
import { RecordingRow } from './recording-row.tsx'
import styles from './recordings.module.css'
import { ChooseBar } from './several/choose-bar.tsx'
import { useRecordings } from './use-recordings.ts'

/** So many are seen at a glance. */
const fewRecordings = 5

/** The recordings of the channel, also those that only the channel sees, and a search in all of them (rule REC-13). */
export function RecordingList({
  user,
  running,
  onDownload,
}: {
  user: string
  /** The recording of the broadcast that goes on. */
  running?: ReactNode
  onDownload: (streamId: string) => void
}) {
  const isPhone = useIsPhone()
  const search = useRef<HTMLElement>(null)
  const [typed, setTyped] = useState('')
  const words = useSettled(typed.trim())
  const [listed, setListed] = useRecordingsInAddress()
  const all = useRecordings(user)
  const { recordings, isOutdated, error, refetch, hasMore, isLoadingMore, loadMore } = useRecordings(user, {
    words,
    ...listed,
  })
  const isNarrowed = words !== '' || listed.show !== 'all'
  const isSeveral = (all.recordings?.length ?? 0) > 1
  const hasSearch = typed !== '' || isNarrowed || all.hasMore || (all.recordings?.length ?? 0) > fewRecordings
  /** Their ids. What is not listed is never deleted: see `chosen`. */
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const chosen = recordings?.filter(({ streamId }) => ticked.has(streamId)) ?? []
  /** On a phone, where checkboxes would take their width from the text, a button begins and ends this. */
  const [isSelecting, setIsSelecting] = useState(false)
  const hasCheckboxes = isSeveral && (!isPhone || isSelecting)

  function choose(some: readonly OwnReplay[], isChosen: boolean): void {
    const changed = new Set(ticked)
    for (const { streamId } of some) {
      if (isChosen) changed.add(streamId)
      else changed.delete(streamId)
    }
    setTicked(changed)
    // What is chosen in a phone on its side stays in view when that is turned back.
    if (!isPhone) setIsSelecting(recordings?.some(({ streamId }) => changed.has(streamId)) ?? false)
  }

  function toggleSelecting(): void {
    setIsSelecting(!isSelecting)
    setTicked(new Set())
  }

  function showAll(): void {
    setTyped('')
    setListed(allRecordings)
    // The button that was pressed goes.
    search.current?.querySelector('input')?.focus()
  }

  const isFound = isNarrowed && !isOutdated && recordings !== undefined
  return (
    <Panel
      isMain
      title={texts.list}
      aside={
        isPhone &&
        isSeveral && (
          <span className={styles.select}>
            <Button size="small" onClick={toggleSelecting}>
              {isSelecting ? severalRecordingsTexts.endSelecting : severalRecordingsTexts.select}
            </Button>
          </span>
        )
      }
    >
      {running}
      {hasSearch && (
        <RecordingsSearch
          ref={search}
          typed={typed}
          listed={listed}
          found={isFound ? texts.found(recordings.length, hasMore) : ''}
          onType={setTyped}
          onChange={setListed}
        />
      )}
      {(!recordings || (error && isOutdated)) && (
        <Awaiting label={texts.listLoading} failure={error && texts.listFailed} onRetry={refetch} />
      )}
      {recordings?.length === 0 && !isNarrowed && !isOutdated && !running && (
        <p className={styles.note}>{texts.none}</p>
      )}
      {isFound && recordings.length === 0 && (
        <Notice
          title={
            words === ''
              ? texts.noneShown[listed.show]
              : listed.show === 'all'
                ? texts.noneFound(words)
                : texts.noneFoundShown(words)
          }
          level={2}
          icon={<SearchX size={28} />}
          action={<Button onClick={showAll}>{texts.showAll}</Button>}
        />
      )}
      {recordings && recordings.length > 0 && hasCheckboxes && (
        <ChooseBar
          user={user}
          listed={recordings}
          hasMore={hasMore}
          chosen={chosen}
          onChooseAll={(isChosen) => choose(recordings, isChosen)}
        />
      )}
      {recordings && recordings.length > 0 && (
        <ol className={styles.list} aria-busy={isOutdated}>
          {recordings.map((recording) => (
            <RecordingRow
              key={recording.streamId}
              user={user}
              recording={recording}
              isChosen={ticked.has(recording.streamId)}
              onChoose={hasCheckboxes && ((isChosen) => choose([recording], isChosen))}
              onDownload={() => onDownload(recording.streamId)}
            />
          ))}
        </ol>
      )}
      {hasMore && <MoreButton isLoading={isLoadingMore} onClick={loadMore} text={texts.more} />}
    </Panel>
  )
}
