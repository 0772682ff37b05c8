import type { ActiveStream } from '@waggle/contract/endpoints'
import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { useFollowedNames } from '../../features/follow/use-follow.ts'
import { smallPlayback } from '../../features/player/small/small-playback.ts'
import { FeaturedStream } from '../../features/streams/cards/featured-stream.tsx'
import { StreamGrid, StreamGridSkeleton } from '../../features/streams/cards/stream-grid.tsx'
import { type SomeStreams, useFeatured } from '../../features/streams/cards/use-featured.ts'
import { useStore } from '../../lib/store/use-store.ts'
import { siteTexts } from '../../texts/site.ts'
import { streamTexts as texts } from '../../texts/viewer/streams.ts'
import { cardMenu } from '../card-menu/card-menu-button.tsx'
import { CategoryChips } from './category-chips.tsx'
import { HeroPicture, useMovingPicture } from './hero-picture.tsx'
import styles from './home.module.css'
import { Pitch } from './pitch.tsx'
import { RecentChannels } from './recent-channels.tsx'

/** With fewer others the page says who was live lately. */
const fewStreams = 6

/** The home page while somebody is live: the featured stream as a moving picture, and the others as cards. */
export function LiveHome({
  streams,
  isRefreshing,
  onRefresh,
}: {
  streams: SomeStreams
  isRefreshing: boolean
  onRefresh: () => void
}) {
  const featured = useFeatured(streams, useStore(smallPlayback).current?.username)
  const [isPaused, setPaused] = useState(false)
  const isMoving = useMovingPicture()
  const others = streams.filter(({ id }) => id !== featured.stream.id)
  return (
    <>
      <h1 className="visually-hidden">{siteTexts.home}</h1>
      <FeaturedStream
        stream={featured.stream}
        choices={featured.choices}
        onChoose={featured.choose}
        isRefreshing={isRefreshing}
        onRefresh={() => {
          featured.chooseAtRandom()
          onRefresh()
        }}
        {...(isMoving && {
          motion: {
            label: isPaused ? texts.playPreview : texts.pausePreview,
            icon: isPaused ? (
              <Play size={16} fill="currentColor" aria-hidden="true" />
            ) : (
              <Pause size={16} fill="currentColor" aria-hidden="true" />
            ),
            onToggle: () => setPaused(!isPaused),
          },
        })}
      >
        <HeroPicture key={featured.stream.id} streamId={featured.stream.id} isPaused={isPaused} />
      </FeaturedStream>
      {streams.length > 1 && <CategoryChips streams={streams} />}
      {others.length > 0 && <OtherStreams streams={others} />}
      {others.length < fewStreams && (
        <RecentChannels without={streams.map(({ username }) => username)} hasPlace={others.length < 2}>
          {others.length < 2 && <Pitch kind="secondary" />}
        </RecentChannels>
      )}
    </>
  )
}

/** The channels that the visitor follows come first, in a section of their own where it is more than a card (rule HOME-3). */
function OtherStreams({ streams }: { streams: readonly ActiveStream[] }) {
  const followed = useFollowedNames()
  if (followed === undefined) return <StreamGridSkeleton hasRows />
  const followedLive = streams.filter(({ username }) => followed.has(username))
  const rest = streams.filter(({ username }) => !followed.has(username))
  if (followedLive.length < 2) return <Section title={texts.liveStreams} streams={[...followedLive, ...rest]} />
  return (
    <>
      <Section title={texts.followedLive} streams={followedLive} />
      {rest.length > 0 && <Section title={texts.liveStreams} streams={rest} />}
    </>
  )
}

function Section({ title, streams }: { title: string; streams: readonly ActiveStream[] }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      <StreamGrid streams={streams} menuOf={cardMenu} hasRows />
    </section>
  )
}
