import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import styles from './picture-swipe.module.css'
import { watchSwipes } from './watch-swipes.ts'

/** A swipe over this share of the width leads on. */
const farEnough = 0.35
/** A flick leads on from here. */
const flickFromPx = 40
/** Where nothing is on that side, the picture follows the finger by this share and comes back. */
const resistance = 0.2

/** A page beside the present one, and what is seen of it while a finger is on its way there. */
interface Neighbour {
  href: string
  picture: ReactNode
  avatar?: ReactNode
  name: string
  title?: string
}

export interface Neighbours {
  previous: Neighbour | undefined
  next: Neighbour | undefined
}

/**
 * A finger that goes sideways over the picture leads to the page before or after this one: its picture and name slide in beside the one
 * that is left. It stands after the player, in the element that takes the touches of both.
 */
export function PictureSwipe({
  page,
  find,
}: {
  /** What the present page shows. */
  page: string
  /** Asked when a swipe begins; undefined where there is nowhere to go. */
  find: () => Neighbours | undefined
}) {
  const finder = useRef(find)
  finder.current = find
  const layer = useRef<HTMLDivElement>(null)
  const link = useRef<HTMLAnchorElement>(null)
  const [beside, setBeside] = useState<Neighbours>()
  const [side, setSide] = useState<'previous' | 'next'>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another player
  useEffect(() => {
    const stage = layer.current?.parentElement
    const player = layer.current?.previousElementSibling as HTMLElement | null
    if (!stage || !player) return
    const moved = [stage, player]
    let found: Neighbours | undefined
    let isLeaving = false
    // The browser scrolls up and down, and leaves what is sideways to the page.
    stage.style.touchAction = 'pan-y pinch-zoom'
    const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches
    const sideOf = (offsetPx: number) => (offsetPx < 0 ? 'next' : 'previous')
    const isFar = (offsetPx: number) => Math.abs(offsetPx) > stage.clientWidth * farEnough
    const leadsOn = (offsetPx: number) => found?.[sideOf(offsetPx)] !== undefined

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
        found = finder.current()
        if (isLeaving || !found) return false
        stage.style.overflow = 'clip'
        setBeside(found)
        return true
      },
      onMove(offsetPx) {
        if (isStill()) return setSide(isFar(offsetPx) ? sideOf(offsetPx) : undefined)
        setSide(sideOf(offsetPx))
        place(leadsOn(offsetPx) ? offsetPx : offsetPx * resistance)
      },
      async onEnd(offsetPx, isFlick) {
        // Without motion, what is shown is where it leads.
        isLeaving = isStill()
          ? offsetPx !== 0 && link.current !== null
          : leadsOn(offsetPx) && (isFar(offsetPx) || (isFlick && Math.abs(offsetPx) > flickFromPx))
        if (!isStill()) await settle(isLeaving ? Math.sign(offsetPx) * stage.clientWidth : 0)
        // A click on the link starts a stream before its page is drawn.
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
  }, [page])

  const shown = side && beside?.[side]
  return (
    <div ref={layer} className={styles.layer}>
      {shown && (
        // For the finger that is on its way: keys and screen readers have other ways there.
        <Link
          ref={link}
          key={shown.href}
          href={shown.href}
          className={styles.card}
          data-side={side}
          data-testid="swiped-to"
          aria-hidden="true"
          tabIndex={-1}
        >
          {shown.picture}
          <span className={styles.text}>
            {shown.avatar}
            <span className={styles.names}>
              <strong className={styles.name}>{shown.name}</strong>
              {shown.title && <span className={styles.title}>{shown.title}</span>}
            </span>
          </span>
        </Link>
      )}
    </div>
  )
}
