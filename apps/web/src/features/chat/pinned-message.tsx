import { Pin, PinOff, X } from 'lucide-react'
import { showOutcome } from '../../lib/chat-room/show-outcome.ts'
import { createPreferenceStore } from '../../lib/store/preference-store.ts'
import { useStore } from '../../lib/store/use-store.ts'
import { chatTexts } from '../../texts/chat/chat.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import { MessageText } from './messages/message-text.tsx'
import styles from './pinned-message.module.css'
import type { ChatView } from './use-chat.ts'

const rememberedMax = 20

/** The pinned messages that the reader has put away in this tab. */
const hiddenPins = createPreferenceStore<{ ids: readonly string[] }>({
  key: 'waggle.hidden-pins',
  defaults: { ids: [] },
  storage: () => sessionStorage,
})

/** The message that stands above all others, until the reader hides it; the next one that is pinned is shown again (rule CHAT-22). */
export function PinnedMessage({ chat }: { chat: ChatView }) {
  const { ids } = useStore(hiddenPins)
  const pinned = chat.state.config?.pinned
  if (!pinned || ids.includes(pinned.id)) return null
  return (
    <aside className={styles.pinned} aria-label={chatTexts.pinned}>
      <div className={styles.content}>
        <p className={styles.label} aria-hidden="true">
          <Pin size={14} />
          {chatTexts.pinned}
        </p>
        <p className={styles.message}>
          <strong>{pinned.username}</strong>:{' '}
          <bdi>
            <MessageText message={pinned.message} me={chat.me} />
          </bdi>
        </p>
      </div>
      {chat.isModerating && (
        <IconButton label={chatTexts.unpin} onClick={() => void showOutcome(chat.calls.pin(null))}>
          <PinOff size={16} aria-hidden="true" />
        </IconButton>
      )}
      <IconButton
        label={chatTexts.hidePinned}
        onClick={() => hiddenPins.setState({ ids: [...ids, pinned.id].slice(-rememberedMax) })}
      >
        <X size={16} aria-hidden="true" />
      </IconButton>
    </aside>
  )
}
