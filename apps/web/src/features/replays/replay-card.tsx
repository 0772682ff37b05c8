import { replayPath } from '@waggle/contract/pages/page-addresses'
import type { Replay } from '@waggle/contract/replays/endpoints'
import { abbreviateCount } from '../../lib/format/count.ts'
import { avatarAddress, useSite } from '../../lib/site.ts'
import { replayTexts as texts } from '../../texts/viewer/replay/replay.ts'
import { Avatar } from '../../ui/identity/avatar.tsx'
import { RecordedCard } from '../../ui/recorded/recorded-card.tsx'
import { RecordedTime } from '../../ui/recorded/recorded-time.tsx'

/** A recorded broadcast; with its channel where the page is not about that already. */
export function ReplayCard({ replay, hasChannel = false }: { replay: Replay; hasChannel?: boolean }) {
  const site = useSite()
  const { streamId, username, title, startedAt, durationSeconds, views, picturePath } = replay
  return (
    <RecordedCard
      href={replayPath(streamId)}
      title={title || texts.untitled(username)}
      lengthMs={durationSeconds * 1000}
      avatar={hasChannel && <Avatar username={username} src={avatarAddress(site, username)} />}
      {...{ username, picturePath }}
    >
      {hasChannel && username}
      <RecordedTime at={startedAt} />
      {views > 0 && texts.views(abbreviateCount(views))}
    </RecordedCard>
  )
}
