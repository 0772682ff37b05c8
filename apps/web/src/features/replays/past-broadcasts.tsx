import { replayTexts as texts } from '../../texts/viewer/replay/replay.ts'
import { MoreButton } from '../../ui/forms/more-button.tsx'
import { RecordedSection } from '../../ui/recorded/recorded-grid.tsx'
import { ReplayCard } from './replay-card.tsx'
import { useReplays } from './use-replays.ts'

/** The recorded broadcasts of a channel, without the one that is shown already; nothing where there are none. */
export function PastBroadcasts({ username, without }: { username: string; without?: string }) {
  const { replays, hasMore, isLoadingMore, loadMore } = useReplays(username)
  const shown = replays.filter(({ streamId }) => streamId !== without)
  if (shown.length === 0) return null
  return (
    <RecordedSection
      title={texts.past}
      below={hasMore && <MoreButton isLoading={isLoadingMore} onClick={loadMore} text={texts.more} />}
    >
      {shown.map((replay) => (
        <li key={replay.streamId}>
          <ReplayCard replay={replay} />
        </li>
      ))}
    </RecordedSection>
  )
}
