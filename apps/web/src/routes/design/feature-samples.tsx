import type { ActiveStream, Session } from '@waggle/contract/endpoints'
import { watchPath } from '@waggle/contract/pages/page-addresses'
import { AdFrame } from '../../features/ads/ad-frame.tsx'
import { ChannelRow } from '../../features/follow/channel-row.tsx'
import { FollowButton } from '../../features/follow/follow-button.tsx'
import { SessionRow } from '../../features/sessions/session-row.tsx'
import { FeaturedStream } from '../../features/streams/cards/featured-stream.tsx'
import { StreamGrid, StreamGridSkeleton } from '../../features/streams/cards/stream-grid.tsx'
import { sampleStreams } from '../../lib/sample-data.ts'
import { LiveBadge } from '../../ui/identity/badge.tsx'
import { Sample } from './sample.tsx'

const [first, ...others] = sampleStreams as [ActiveStream, ...ActiveStream[]]
/** The longest values possible: a name of 16 characters, a title of 255, millions of viewers. */
const longest: ActiveStream = {
  ...first,
  id: 'longest',
  username: 'abcdefghijklmnop',
  title: 'Wwwwwwwwwwwwwww'.repeat(17),
  viewers: 12_345_678,
  description: 'A description that goes on and on. '.repeat(20),
}

const ownSession: Session = {
  id: 'own',
  browser: 'Samsung Internet',
  system: 'Android',
  createdAt: Date.UTC(2026, 10, 1, 22, 30),
  lastUsedAt: Date.UTC(2026, 10, 21, 22, 30),
  expiresAt: Date.UTC(2026, 11, 1, 22, 30),
  isCurrent: true,
}

export function FeatureSamples() {
  return (
    <>
      <Sample name="FeaturedStream" isWide>
        <FeaturedStream
          stream={longest}
          choices={[longest, first, ...others]}
          onChoose={() => {}}
          onRefresh={() => {}}
        />
      </Sample>
      <Sample name="StreamGrid" isWide>
        <StreamGrid
          streams={[first, longest, ...others]}
          hasDescription
          actionOf={(username) => <FollowButton channel={username} isCompact />}
        />
      </Sample>
      <Sample name="StreamGridSkeleton" isWide>
        <StreamGridSkeleton hasFeatured hasRows />
      </Sample>
      <Sample name="FollowButton">
        <FollowButton channel="alice" />
        <FollowButton channel="alice" isCompact />
      </Sample>
      <Sample name="ChannelRow" isWide>
        <ChannelRow username="alice" avatar="/u/alice/avatar" href={watchPath('alice')}>
          <LiveBadge /> 12.3K followers
        </ChannelRow>
        <ChannelRow username={longest.username} avatar={undefined} href={watchPath('alice')}>
          Last seen: yesterday
        </ChannelRow>
      </Sample>
      <Sample name="SessionRow" isWide>
        <SessionRow session={ownSession} onEnded={() => {}} />
        <SessionRow session={{ ...ownSession, system: null, isCurrent: false }} onEnded={() => {}} />
        <SessionRow session={{ ...ownSession, browser: null, system: null, isCurrent: false }} onEnded={() => {}} />
      </Sample>
      <Sample name="AdFrame">
        <AdFrame />
      </Sample>
    </>
  )
}
