import type { Clip } from '@waggle/contract/clips/endpoints'
import { clipPath } from '@waggle/contract/pages/page-addresses'
import { abbreviateCount } from '../../lib/format/count.ts'
import { clipTexts as texts } from '../../texts/viewer/clips/clip.ts'
import { replayTexts } from '../../texts/viewer/replay.ts'
import { RecordedCard, RecordedTime } from '../../ui/recorded/recorded-card.tsx'

export function ClipCard({ clip }: { clip: Clip }) {
  const { clipId, username, maker, title, createdAt, startsAt, endsAt, picturePath, views } = clip
  return (
    <RecordedCard href={clipPath(clipId)} lengthMs={endsAt - startsAt} {...{ title, username, picturePath }}>
      {texts.madeBy} {maker} · <RecordedTime at={createdAt} />
      {views > 0 && ` · ${replayTexts.views(abbreviateCount(views))}`}
    </RecordedCard>
  )
}
