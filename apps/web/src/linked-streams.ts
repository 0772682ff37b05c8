import type { QueryClient } from '@tanstack/react-query'
import { channelInQuery, pagePaths } from '@waggle/contract/pages/page-addresses'
import { streamInfoInList } from './features/streams/use-stream-info.ts'
import { isSavingData } from './lib/browser/is-saving-data.ts'
import { siteQuery } from './lib/site.ts'

/** A click comes so soon after the mouse was released. */
const clickAfterMs = 50

interface LinkedStreams {
  /** Fetches the player's code where the page links to streams, unless the user saves data: called when the page has nothing else to do. */
  preload(): void
}

/**
 * Fetches the player's code when the user points at the link to a stream, touches it or focuses it. Starts the playback when a mouse is
 * pressed on it, or when it is clicked, before the page of the channel is drawn, as when such a page is opened (main.ts).
 */
export function startLinkedStreams(queryClient: QueryClient): LinkedStreams {
  let player: typeof import('./start-stream.ts') | undefined
  let pressedChannel: string | undefined
  for (const type of ['pointerover', 'touchstart', 'focusin']) addEventListener(type, onIntent, { passive: true })
  addEventListener('pointerdown', onPress, { capture: true })
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, onRelease)
  addEventListener('click', onClick, { capture: true })

  function onIntent({ target }: Event): void {
    if (linkedChannel(target) !== undefined) void preload(true)
  }

  async function preload(isLikely: boolean): Promise<void> {
    // The page's own player tries again, and says what is wrong.
    player ??= await import('./start-stream.ts').catch(() => undefined)
    player?.preloadPlayer(isLikely)
  }

  /** A finger that is put down may be about to scroll. */
  function onPress(event: PointerEvent): void {
    pressedChannel = event.pointerType === 'mouse' ? start(event) : undefined
  }

  /** The mouse may have been released elsewhere, or the link be dragged: then there is no click. */
  function onRelease(): void {
    if (pressedChannel !== undefined) dropUnlessShown(pressedChannel)
  }

  function onClick(event: MouseEvent): void {
    if (pressedChannel !== undefined && pressedChannel === linkedChannel(event.target)) return
    const channel = start(event)
    // The click may have done something else.
    if (channel !== undefined) dropUnlessShown(channel)
  }

  /** Starts the stream behind a link. Returns its channel. */
  function start({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): string | undefined {
    if (player === undefined || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return undefined
    const channel = linkedChannel(target)
    if (channel === undefined || channel === shownChannel()) return undefined
    const info = streamInfoInList(queryClient, channel)
    if (!info?.isLive || info.isReconnecting) return undefined
    void player.startStream(info, queryClient.getQueryData(siteQuery.queryKey))
    return channel
  }

  function dropUnlessShown(channel: string): void {
    setTimeout(() => {
      pressedChannel = undefined
      if (channel !== shownChannel()) player?.dropStream()
    }, clickAfterMs)
  }

  return {
    preload() {
      const hasLinks = [...document.links].some((link) => linkedChannel(link) !== undefined)
      if (hasLinks && !isSavingData()) void preload(false)
    },
  }
}

/** The channel whose page a link leads to, in the same tab. */
function linkedChannel(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest('a') : null
  if (link?.origin !== location.origin || (link.target !== '' && link.target !== '_self')) return undefined
  return channelOf(link)
}

function shownChannel(): string | undefined {
  return channelOf(location)
}

function channelOf({ pathname, search }: { pathname: string; search: string }): string | undefined {
  if (pathname !== pagePaths.watch) return undefined
  return channelInQuery(new URLSearchParams(search)) || undefined
}
