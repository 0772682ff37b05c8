import type { QueryClient } from '@tanstack/react-query'
import { channelInQuery, pagePaths } from '@waggle/contract/pages/page-addresses'
import { streamInfoInList } from './features/streams/use-stream-info.ts'
import { siteQuery } from './lib/site.ts'

/**
 * Fetches the player's code when the user points at the link to a stream, touches it or focuses it, and starts the playback when it is
 * clicked, before the page of the channel is drawn, as when such a page is opened (main.ts).
 */
export function startLinkedStreams(queryClient: QueryClient): void {
  let player: typeof import('./start-stream.ts') | undefined
  for (const type of ['pointerover', 'touchstart', 'focusin']) addEventListener(type, onIntent, { passive: true })
  addEventListener('click', onClick, { capture: true })

  async function onIntent({ target }: Event): Promise<void> {
    if (linkedChannel(target) === undefined) return
    // The page's own player tries again, and says what is wrong.
    player ??= await import('./start-stream.ts').catch(() => undefined)
    player?.preloadPlayer()
  }

  function onClick(event: MouseEvent): void {
    const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event
    if (player === undefined || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return
    const channel = linkedChannel(target)
    if (channel === undefined || channel === shownChannel()) return
    const info = streamInfoInList(queryClient, channel)
    if (!info?.isLive || info.isReconnecting) return
    const { dropStream, startStream } = player
    void startStream(info, queryClient.getQueryData(siteQuery.queryKey))
    // The click may have done something else.
    setTimeout(() => channel === shownChannel() || dropStream())
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
