import { replayPath } from '@waggle/contract/pages/page-addresses'
import type { Replay } from '@waggle/contract/replays/endpoints'
import { abbreviateCount } from '../../lib/format/count.ts'
import { replayTexts as texts } from '../../texts/viewer/replay.ts'
import { RecordedCard, RecordedTime } from '../../ui/recorded/recorded-card.tsx'

/** A recorded broadcast. */
export function ReplayCard({ replay, hasChannel = false }: { replay: Replay; hasChannel?: boolean }) {
  const { streamId, username, title, startedAt, durationSeconds, views, picturePath } = replay
  return (
    <RecordedCard
      href={replayPath(streamId)}
      title={title || texts.untitled(username)}
      lengthMs={durationSeconds * 1000}
      {...{ username, picturePath }}
    >
      {hasChannel && `${username} · `}
      <RecordedTime at={startedAt} />
      {views > 0 && ` · ${texts.views(abbreviateCount(views))}`}
    </RecordedCard>
  )
}
