import { MessageSquare, PanelRightClose, PanelRightOpen, X } from 'lucide-react'
import { Suspense, useCallback, useRef, useState } from 'react'
import { useFollow } from '../../features/follow/use-follow.ts'
import { useTheatre } from '../../features/player/media/theatre.ts'
import { Player } from '../../features/player/player.tsx'
import { firstPictureIsShown } from '../../features/player/start/first-playback.ts'
import { offlineStreamInfo, useStreamInfo } from '../../features/streams/use-stream-info.ts'
import { lazyComponent, lazyExtra } from '../../lib/browser/lazy-page.tsx'
import { useMedia } from '../../lib/browser/use-media.ts'
import { useVisibleHeight } from '../../lib/browser/visible-height.ts'
import { useStore } from '../../lib/store/use-store.ts'
import { watchTexts as texts } from '../../texts/viewer/watch.ts'
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx'
import { PageSpinner } from '../../ui/feedback/page-spinner.tsx'
import { IconButton } from '../../ui/forms/button.tsx'
import { useFullscreenChat } from '../../ui/fullscreen/use-fullscreen-chat.ts'
import { ChannelDetails } from './channel/channel-details.tsx'
import { ShareButton } from './channel/share-button.tsx'
import { chatVisibility } from './chat-visibility.ts'
import styles from './watch.module.css'

const ChannelChat = lazyComponent(async () => {
  // On a page that was opened by a click, the stream has begun to play: fetching and running the chat would delay its picture.
  await firstPictureIsShown()
  return (await import('../chat/channel-chat.tsx')).ChannelChat
})
const ChannelBar = lazyComponent(async () => (await import('./channel/channel-bar.tsx')).ChannelBar)
/** Few visits are to a name that nobody has. */
export const NoChannel = lazyComponent(async () => (await import('./no-channel.tsx')).NoChannel)
const FullscreenChatButton = lazyExtra(
  async () => (await import('../../ui/fullscreen/fullscreen-chat-button.tsx')).FullscreenChatButton,
)
const ChatPlaceButton = lazyExtra(async () => (await import('./chat-place-button.tsx')).ChatPlaceButton)
const ChatActions = lazyExtra(async () => (await import('./chat-actions.tsx')).ChatActions)
const ChannelSwipe = lazyExtra(async () => (await import('./swipe/channel-swipe.tsx')).ChannelSwipe)
const OfferedChannel = lazyExtra(async () => (await import('./offered/offered-channel.tsx')).OfferedChannel)
const OfflineChannel = lazyComponent(async () => (await import('./offline-channel.tsx')).OfflineChannel)

/**
 * The picture, the channel and its chat. In a wide window the chat is a column that can be closed. In a narrow one the page is as high
 * as the window: picture, a bar with the channel, and in the rest its chat or its details, in two tabs. On a phone on its side the chat is
 * a drawer beside the picture, or over it.
 */
export function WatchChannel({ username }: { username: string }) {
  const [isInDoubt, setInDoubt] = useState(false)
  /** When a broadcast ended in the player. */
  const [endedAtMs, setEndedAtMs] = useState(0)
  const onEnded = useCallback(() => setEndedAtMs(Date.now()), [])
  const { info, checkedAtMs, failure, isFailed, applyChannel } = useStreamInfo(username, isInDoubt)
  const theatre = useTheatre()
  const { isChatOpen, isDrawerOpen, isChatOver } = useStore(chatVisibility)
  const [areDetailsOpen, setDetailsOpen] = useState<boolean>()
  const isNarrow = useMedia('(width <= 1000px)')
  const isLow = useMedia('(height <= 500px)')
  const page = useRef<HTMLDivElement>(null)
  useVisibleHeight(page)
  const fullscreen = useFullscreenChat(page)
  const follow = useFollow(username)
  if (info?.channelExists === false) return <NoChannel username={username} />

  const known = info ?? offlineStreamInfo(username)
  // Until the server has said whether it goes on (rule PLAYER-14).
  const stream = checkedAtMs < endedAtMs ? { ...known, isStopped: true } : known
  const isOffline = info !== undefined && !info.isLive
  const hasParts = isNarrow && !isLow
  // Who finds nobody live sees what there is of the channel first. A broadcast that ends later, or a turned phone, leaves the chat there.
  if (info && areDetailsOpen === undefined) setDetailsOpen(isOffline && hasParts)
  const hasChat = fullscreen.isFullscreen ? fullscreen.isChatOpen : isLow ? isDrawerOpen : isNarrow || isChatOpen
  const showChat = fullscreen.isFullscreen
    ? fullscreen.showChat
    : (isShown: boolean) => chatVisibility.setState(isLow ? { isDrawerOpen: isShown } : { isChatOpen: isShown })
  const panel = (id: string) => hasParts && ({ id, role: 'tabpanel', 'aria-labelledby': `${id}-tab` } as const)
  return (
    <div
      ref={page}
      className={styles.page}
      data-chat={hasChat ? (isChatOver ? 'over' : 'open') : 'closed'}
      data-offline={isOffline || undefined}
      data-fullscreen-area={!(isNarrow || isLow) || undefined}
    >
      <div className={styles.stage}>
        <div className={styles.player}>
          <Player
            username={username}
            stream={info}
            lookup={{ checkedAtMs, failure }}
            isLookupFailed={isFailed}
            theatre={theatre}
            offline={
              info && (
                <Suspense>
                  <OfflineChannel stream={info} />
                </Suspense>
              )
            }
            other={
              <Suspense>
                <OfferedChannel username={username} />
              </Suspense>
            }
            onDoubt={setInDoubt}
            onEnded={onEnded}
          />
        </div>
        {hasParts && (
          <Suspense>
            <ChannelSwipe username={username} />
          </Suspense>
        )}
        {hasParts && (
          <div className={`${styles.onPicture} ${styles.share}`}>
            <ShareButton username={username} title={stream.title} />
          </div>
        )}
        {fullscreen.isFullscreen && !hasChat && (
          // The chat has the button that closes it.
          <Suspense>
            <FullscreenChatButton isOpen={false} onShow={showChat} />
          </Suspense>
        )}
        {!hasChat && !fullscreen.isFullscreen && (
          <button type="button" className={styles.onPicture} aria-label={texts.openChat} onClick={() => showChat(true)}>
            {isLow ? (
              <MessageSquare size={20} aria-hidden="true" />
            ) : (
              <PanelRightOpen size={20} aria-hidden="true" data-tooltip={texts.openChat} />
            )}
          </button>
        )}
      </div>
      {isNarrow && (
        <Suspense>
          <ChannelBar stream={stream} isOpen={areDetailsOpen === true} onOpen={setDetailsOpen} />
        </Suspense>
      )}
      <div {...panel('about')} className={styles.details} data-open={areDetailsOpen || undefined}>
        <ChannelDetails
          stream={stream}
          isKnown={info !== undefined || isFailed}
          isBelowBar={isNarrow}
          areActionsAbove={hasParts}
        />
      </div>
      <div {...panel('chat')} className={styles.chat} inert={hasParts && areDetailsOpen}>
        <ErrorBoundary>
          <Suspense fallback={<PageSpinner label={texts.loadingChat} />}>
            <ChannelChat
              channel={username}
              variant="panel"
              follow={follow}
              headerActions={
                hasParts ? (
                  // The line of the tabs has them.
                  !areDetailsOpen && (
                    <Suspense>
                      <ChatActions stream={stream} />
                    </Suspense>
                  )
                ) : (
                  <>
                    {isLow && (
                      <Suspense>
                        <ChatPlaceButton />
                      </Suspense>
                    )}
                    <IconButton label={texts.closeChat} onClick={() => showChat(false)}>
                      {isLow ? <X size={18} aria-hidden="true" /> : <PanelRightClose size={18} aria-hidden="true" />}
                    </IconButton>
                  </>
                )
              }
              emptyNote={isOffline ? texts.offlineChat(username) : undefined}
              onChannelChanged={applyChannel}
            />
          </Suspense>
        </ErrorBoundary>
      </div>
    </div>
  )
}
