import type { ActiveStream } from '@waggle/contract/endpoints'
import { watchPath } from '@waggle/contract/pages/page-addresses'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { StillPicture } from '../../../features/streams/cards/still-picture.tsx'
import { useStreams } from '../../../features/streams/use-streams.ts'
import { Avatar } from '../../../ui/identity/avatar.tsx'
import { keepOrder, neighboursOf } from './channel-order.ts'
import styles from './channel-swipe.module.css'
import { watchSwipes } from './watch-swipes.ts'

/** A swipe over this share of the width leads on. */
const farEnough = 0.35
/** A flick leads on from here. */
const flickFromPx = 40

/** Lasts from one channel to the next. */
let order: string[] = []

/**
 * A finger that goes sideways over the picture leads to the next or the previous live channel (rule WATCH-8): its picture and name slide
 * in beside the one that is left. It stands after the player, in the element that takes the touches of both.
 */
export function ChannelSwipe({ username }: { username: string }) {
  const { streams } = useStreams()
  const live = useRef<readonly ActiveStream[]>([])
  live.current = streams ?? []
  const layer = useRef<HTMLDivElement>(null)
  const link = useRef<HTMLAnchorElement>(null)
  const [beside, setBeside] = useState<{ previous: ActiveStream; next: ActiveStream }>()
  const [side, setSide] = useState<'previous' | 'next'>()

  useEffect(() => {
    const stage = layer.current?.parentElement
    const player = layer.current?.previousElementSibling as HTMLElement | null
    if (!stage || !player) return
    const moved = [stage, player]
    let isLeaving = false
    // The browser scrolls up and down, and leaves what is sideways to the page.
    stage.style.touchAction = 'pan-y pinch-zoom'
    const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches
    const sideOf = (offsetPx: number) => (offsetPx < 0 ? 'next' : 'previous')
    const isFar = (offsetPx: number) => Math.abs(offsetPx) > stage.clientWidth * farEnough

    function place(offsetPx: number): void {
      stage?.style.setProperty('--swipe', `${offsetPx}px`)
      // Not at rest: what is fixed within a moved element, as the sheet of a menu is, would stand in it.
      if (player) player.style.translate = offsetPx === 0 ? '' : `${offsetPx}px`
    }

    /** Moves on to where the swipe ends. */
    async function settle(offsetPx: number): Promise<void> {
      stage?.toggleAttribute('data-settling', true)
      if (player) player.style.transition = 'translate var(--smooth) var(--ease)'
      place(offsetPx)
      const animations = stage?.getAnimations({ subtree: true }) ?? []
      const transitions = animations.filter(
        (one) => one instanceof CSSTransition && one.transitionProperty === 'translate',
      )
      await Promise.allSettled(transitions.map(({ finished }) => finished))
      stage?.toggleAttribute('data-settling', false)
      if (player) player.style.transition = ''
    }

    const stop = watchSwipes(stage, {
      onStart() {
        order = keepOrder(
          order,
          live.current.map((stream) => stream.username),
        )
        const names = neighboursOf(username, order)
        const find = (name: string | undefined) => live.current.find((stream) => stream.username === name)
        const [previous, next] = [find(names?.previous), find(names?.next)]
        if (isLeaving || !previous || !next) return false
        stage.style.overflow = 'clip'
        setBeside({ previous, next })
        return true
      },
      onMove(offsetPx) {
        if (isStill()) return setSide(isFar(offsetPx) ? sideOf(offsetPx) : undefined)
        setSide(sideOf(offsetPx))
        place(offsetPx)
      },
      async onEnd(offsetPx, isFlick) {
        // Without motion, what is shown is where it leads.
        isLeaving = isStill()
          ? offsetPx !== 0 && link.current !== null
          : isFar(offsetPx) || (isFlick && Math.abs(offsetPx) > flickFromPx)
        if (!isStill()) await settle(isLeaving ? Math.sign(offsetPx) * stage.clientWidth : 0)
        // A click on the link starts the stream before its page is drawn.
        if (isLeaving) link.current?.click()
        else {
          setSide(undefined)
          stage.style.overflow = ''
        }
      },
    })
    return () => {
      stop()
      for (const element of moved) element.removeAttribute('style')
    }
  }, [username])

  const stream = side && beside?.[side]
  return (
    <div ref={layer} className={styles.layer}>
      {stream && (
        // For the finger that is on its way: keys and screen readers have the list of the other channels.
        <Link
          ref={link}
          key={stream.username}
          href={watchPath(stream.username)}
          className={styles.card}
          data-side={side}
          data-testid="swiped-channel"
          aria-hidden="true"
          tabIndex={-1}
        >
          <StillPicture stream={stream} />
          <span className={styles.text}>
            <Avatar username={stream.username} src={stream.avatar} size={40} />
            <span className={styles.names}>
              <strong className={styles.name}>{stream.username}</strong>
              <span className={styles.title}>{stream.title}</span>
            </span>
          </span>
        </Link>
      )}
    </div>
  )
}
