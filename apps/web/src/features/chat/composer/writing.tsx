import type { ChatMessage } from '@waggle/contract/chat/entities'
import { Link } from 'wouter'
import { chatPath, loginPath } from '../../../paths.ts'
import { chatTexts } from '../../../texts/viewer/chat.ts'
import { buttonClass } from '../../../ui/forms/button.tsx'
import styles from '../chat.module.css'
import type { ChatView } from '../use-chat.ts'
import { Composer } from './composer.tsx'
import { useCountdown } from './use-countdown.ts'
import type { Draft } from './use-draft.ts'

/** The form; or in its place what is needed first, or why there is none. */
export function Writing({
  chat,
  draft,
  replyTo,
  onReplied,
  isEmbedded,
}: {
  chat: ChatView
  draft: Draft
  replyTo: ChatMessage | null
  onReplied: () => void
  isEmbedded: boolean
}) {
  const restriction = chat.state.standing?.restriction
  const restSeconds = useCountdown(restriction?.expiresAt ?? 0)
  if (isEmbedded) {
    return (
      <p className={styles.instead}>
        <a className={buttonClass('primary')} href={chatPath(chat.channel)} target="_blank" rel="noopener">
          {chatTexts.login}
        </a>
      </p>
    )
  }
  if (chat.me === null) {
    return (
      <p className={styles.instead}>
        <Link className={buttonClass('primary')} href={loginPath(`${location.pathname}${location.search}`)}>
          {chatTexts.login}
        </Link>
      </p>
    )
  }
  if (restriction && (restriction.expiresAt === null || restSeconds > 0)) {
    return (
      <p className={styles.instead} role="status">
        {restriction.kind === 'ban' ? chatTexts.banned : chatTexts.timedOut(restSeconds)}
        {restriction.reason && ` ${chatTexts.reason(restriction.reason)}`}
      </p>
    )
  }
  return <Composer chat={chat} draft={draft} replyTo={replyTo} onReplied={onReplied} />
}
