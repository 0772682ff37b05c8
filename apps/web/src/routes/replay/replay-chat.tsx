import { Suspense } from 'react'
import { ClockChoice } from '../../features/chat/picture-clock/clock-choice.tsx'
import { PictureChat } from '../../features/chat/picture-clock/picture-chat.tsx'
import { useFollow } from '../../features/follow/use-follow.ts'
import { lazyComponent } from '../../lib/browser/lazy-page.tsx'
import { useIsOwn } from '../../session/session.tsx'
import { pictureChatTexts as texts } from '../../texts/chat/picture-chat.ts'
import { replayTexts } from '../../texts/viewer/replay/replay.ts'
import { watchTexts } from '../../texts/viewer/watch.ts'
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx'
import { PageSpinner } from '../../ui/feedback/page-spinner.tsx'
import styles from './replay.module.css'

const ChannelChat = lazyComponent(async () => (await import('../chat/channel-chat.tsx')).ChannelChat)

/**
 * The chat of the broadcast on the clock of the picture or, at the press of a button, the channel's chat of now. Where nothing was said,
 * it is one line that says so, and the picture has its room (rule CHAT-21).
 */
export function ReplayChat({
  channel,
  hasChat,
  isNow,
  onNow,
}: {
  channel: string
  /** Of the broadcast or, if that was chosen, of now. */
  hasChat: boolean
  isNow: boolean
  onNow: (isNow: boolean) => void
}) {
  const isOwner = useIsOwn(channel)
  if (!hasChat) {
    return (
      <section className={styles.noChat} aria-label={texts.region}>
        <p>{replayTexts.noChat}</p>
        {/* The keys keep the focus in it when the chat takes the place of the sentence. */}
        <div key="choice" className={styles.choice}>
          <ClockChoice key="clock" isNow={false} hasMoment={false} onChange={onNow} />
        </div>
      </section>
    )
  }
  return (
    <section className={styles.chatPanel} aria-label={texts.region}>
      <div key="choice" className={styles.head}>
        {/* The chat of now has a heading of its own. */}
        {!isNow && <h2 className={styles.chatTitle}>{texts.region}</h2>}
        <ClockChoice key="clock" isNow={isNow} onChange={onNow} />
      </div>
      <div className={styles.messages} data-messages>
        <ErrorBoundary>
          {isNow ? (
            <Suspense fallback={<PageSpinner label={watchTexts.loadingChat} />}>
              <ChatOfNow channel={channel} />
            </Suspense>
          ) : (
            <PictureChat channel={channel} isModerating={isOwner} />
          )}
        </ErrorBoundary>
      </div>
    </section>
  )
}

function ChatOfNow({ channel }: { channel: string }) {
  const follow = useFollow(channel)
  return <ChannelChat channel={channel} variant="panel" isOfNow follow={follow} />
}
