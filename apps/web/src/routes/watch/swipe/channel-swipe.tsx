import type { ActiveStream } from '@waggle/contract/endpoints'
import { watchPath } from '@waggle/contract/pages/page-addresses'
import { StillPicture } from '../../../features/streams/cards/still-picture.tsx'
import { useStreams } from '../../../features/streams/use-streams.ts'
import { Avatar } from '../../../ui/identity/avatar.tsx'
import { type Neighbours, PictureSwipe } from '../../../ui/swipe/picture-swipe.tsx'
import { keepOrder, neighboursOf } from './channel-order.ts'

/** Lasts from one channel to the next. */
let order: string[] = []

/** A finger that goes sideways over the picture leads to the next or the previous live channel (rule WATCH-8). */
export function ChannelSwipe({ username }: { username: string }) {
  const { streams = [] } = useStreams()

  function find(): Neighbours | undefined {
    order = keepOrder(
      order,
      streams.map((stream) => stream.username),
    )
    const names = neighboursOf(username, order)
    const neighbour = (name: string | undefined) => streams.find((stream) => stream.username === name)
    const [previous, next] = [neighbour(names?.previous), neighbour(names?.next)]
    return previous && next && { previous: toCard(previous), next: toCard(next) }
  }

  return <PictureSwipe page={username} find={find} />
}

function toCard(stream: ActiveStream): Neighbours['next'] {
  const { username, title, avatar } = stream
  return {
    href: watchPath(username),
    picture: <StillPicture stream={stream} />,
    avatar: <Avatar username={username} src={avatar} size={40} />,
    name: username,
    title,
  }
}
