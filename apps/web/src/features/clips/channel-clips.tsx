import type { ClipOrder } from '@waggle/contract/clips/endpoints'
import { useState } from 'react'
import { clipTexts as texts } from '../../texts/viewer/clips/clip.ts'
import { ChipChoice } from '../../ui/forms/chip-choice.tsx'
import { MoreButton } from '../../ui/forms/more-button.tsx'
import { RecordedSection } from '../../ui/recorded/recorded-grid.tsx'
import { ClipCard } from './clip-card.tsx'
import styles from './clips.module.css'
import { useClips } from './use-clips.ts'

/** The clips of a channel, of which one may be playing; nothing where there are no others. */
export function ChannelClips({ username, playing }: { username: string; playing?: string }) {
  const [order, setOrder] = useState<ClipOrder>('newest')
  const { clips, hasMore, isLoadingMore, loadMore } = useClips(username, order)
  if (clips.every(({ clipId }) => clipId === playing)) return null
  return (
    <RecordedSection
      title={texts.list}
      beside={clips.length > 1 && <OrderChoice order={order} onChange={setOrder} />}
      below={hasMore && <MoreButton isLoading={isLoadingMore} onClick={loadMore} text={texts.more} />}
    >
      {clips.map((clip) => (
        <li key={clip.clipId}>
          <ClipCard clip={clip} isByViews={order === 'views'} isCurrent={clip.clipId === playing} />
        </li>
      ))}
    </RecordedSection>
  )
}

function OrderChoice({ order, onChange }: { order: ClipOrder; onChange: (order: ClipOrder) => void }) {
  return (
    <ChipChoice
      label={texts.order}
      choices={
        [
          ['newest', texts.newest],
          ['views', texts.mostWatched],
        ] as const
      }
      chosen={order}
      className={styles.order}
      onChoose={onChange}
    />
  )
}
