import { clipTexts as texts } from '../../texts/viewer/clips/clip.ts'
import { MoreButton } from '../../ui/forms/more-button.tsx'
import { RecordedSection } from '../../ui/recorded/recorded-grid.tsx'
import { ClipCard } from './clip-card.tsx'
import { useClips } from './use-clips.ts'

/** The clips of a channel, without the one that is shown already; nothing where there are none. */
export function ChannelClips({ username, without }: { username: string; without?: string }) {
  const { clips, hasMore, isLoadingMore, loadMore } = useClips(username)
  const shown = clips.filter(({ clipId }) => clipId !== without)
  if (shown.length === 0) return null
  return (
    <RecordedSection
      title={texts.list}
      below={hasMore && <MoreButton isLoading={isLoadingMore} onClick={loadMore} text={texts.more} />}
    >
      {shown.map((clip) => (
        <li key={clip.clipId}>
          <ClipCard clip={clip} />
        </li>
      ))}
    </RecordedSection>
  )
}
