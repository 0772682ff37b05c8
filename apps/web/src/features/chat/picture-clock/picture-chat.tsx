import { useStore } from '../../../lib/store/use-store.ts'
import { pictureChatTexts as texts } from '../../../texts/chat/picture-chat.ts'
import { watchTexts } from '../../../texts/viewer/watch.ts'
import { PageSpinner } from '../../../ui/feedback/page-spinner.tsx'
import { MessageList } from '../messages/message-list.tsx'
import type { RowActions } from '../messages/message-row.tsx'
import { useUnhidden } from '../people/use-unhidden.ts'
import { chatPreferences } from '../preferences/chat-preferences.ts'
import reading from '../preferences/reading.module.css'
import styles from './picture-chat.module.css'
import { usePictureMessages } from './use-picture-messages.ts'

const noActions: RowActions = {}
const nothing = () => undefined

/** What was said at the moment that the picture shows. */
export function PictureChat({ channel, isModerating }: { channel: string; isModerating: boolean }) {
  const { textSize, hasTimestamps } = useStore(chatPreferences)
  const { messages: said, jumps, isLoading, isFailed } = usePictureMessages(channel)
  const messages = useUnhidden(said, isModerating)
  if (isFailed) return <p className={styles.note}>{texts.failed}</p>
  if (messages.length === 0 && isLoading) return <PageSpinner label={watchTexts.loadingChat} />
  if (messages.length === 0) return <p className={styles.note}>{texts.nothing}</p>
  return (
    <div
      className={`${styles.messages} ${reading.reading}`}
      data-text={textSize}
      data-times={hasTimestamps ? 'shown' : 'hidden'}
    >
      <MessageList
        key={jumps}
        messages={messages}
        me={null}
        channel={channel}
        actionsFor={() => noActions}
        onReading={nothing}
        onLoadOlder={nothing}
        target={undefined}
      />
    </div>
  )
}
