import type { Clip } from '@waggle/contract/clips/endpoints'
import { clipPath } from '@waggle/contract/pages/page-addresses'
import { abbreviateCount } from '../../lib/format/count.ts'
import { avatarAddress, useSite } from '../../lib/site.ts'
import { clipTexts as texts } from '../../texts/viewer/clips/clip.ts'
import { replayTexts } from '../../texts/viewer/replay/replay.ts'
import { Avatar } from '../../ui/identity/avatar.tsx'
import { RecordedCard } from '../../ui/recorded/recorded-card.tsx'
import { RecordedTime } from '../../ui/recorded/recorded-time.tsx'

/** A clip; with its channel where the page is not about that already. */
export function ClipCard({
  clip,
  hasChannel = false,
  isByViews = false,
  isCurrent = false,
}: {
  clip: Clip
  hasChannel?: boolean
  /** They are why it stands where it does: also where there are none. */
  isByViews?: boolean
  /** The page is that of this clip. */
  isCurrent?: boolean
}) {
  const site = useSite()
  const { clipId, username, maker, title, createdAt, startsAt, endsAt, picturePath, views } = clip
  return (
    <RecordedCard
      href={clipPath(clipId)}
      lengthMs={endsAt - startsAt}
      avatar={hasChannel && <Avatar username={username} src={avatarAddress(site, username)} />}
      by={hasChannel ? username : `${texts.madeBy} ${maker}`}
      {...{ title, username, picturePath, isCurrent }}
    >
      <RecordedTime at={createdAt} />
      {(views > 0 || isByViews) && replayTexts.views(abbreviateCount(views))}
    </RecordedCard>
  )
}
