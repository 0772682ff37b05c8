import type { ChatMessage } from '@waggle/contract/chat/entities'
import { chatPath, loginPath } from '@waggle/contract/pages/page-addresses'
import { useLoginRequests } from '../../../session/session.tsx'
import { chatTexts } from '../../../texts/viewer/chat.ts'
import { buttonClass } from '../../../ui/forms/button.tsx'
import styles from '../chat.module.css'
import type { ChatView } from '../use-chat.ts'
import { Composer } from './composer.tsx'
import { useCountdown } from './use-countdown.ts'
import type { Draft } from './use-draft.ts'

/** The composer, or in its place a link to log in or the reason why the user cannot write. */
export function ComposerArea({
  chat,
  draft,
  replyTo,
  onReplyEnd,
  isEmbedded,
}: {
  chat: ChatView
  draft: Draft
  replyTo: ChatMessage | null
  onReplyEnd: () => void
  isEmbedded: boolean
}) {
  const restriction = chat.state.standing?.restriction
  const loginRequests = useLoginRequests()
  const secondsLeft = useCountdown(restriction?.expiresAt ?? 0)
  if (isEmbedded) {
    return (
      <p className={styles.composerNotice}>
        <a className={buttonClass('primary')} href={chatPath(chat.channel)} target="_blank" rel="noopener">
          {chatTexts.login}
        </a>
      </p>
    )
  }
  if (chat.me === null) {
    return (
      <p className={styles.composerNotice}>
        <a
          className={buttonClass('primary')}
          href={loginPath(`${location.pathname}${location.search}`)}
          onClick={(event) => {
            // A new tab opens the login page; otherwise the login opens over the stream.
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            loginRequests.ask({ onLoggedIn: () => requestAnimationFrame(() => draft.input.current?.focus()) })
          }}
        >
          {chatTexts.login}
        </a>
      </p>
    )
  }
  if (restriction && (restriction.expiresAt === null || secondsLeft > 0)) {
    return (
      <p className={styles.composerNotice} role="status">
        {restriction.kind === 'ban' ? chatTexts.banned : chatTexts.timedOut(secondsLeft)}
        {restriction.reason && ` ${chatTexts.reason(restriction.reason)}`}
      </p>
    )
  }
  return <Composer chat={chat} draft={draft} replyTo={replyTo} onReplyEnd={onReplyEnd} />
}
