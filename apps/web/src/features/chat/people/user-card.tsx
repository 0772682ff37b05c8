import { watchPath } from '@waggle/contract/pages/page-addresses'
import { AtSign } from 'lucide-react'
import { type ReactNode, type RefObject, Suspense } from 'react'
import { Link } from 'wouter'
import { lazyComponent } from '../../../lib/browser/lazy-page.tsx'
import { mayModerate } from '../../../lib/chat-room/may-moderate.ts'
import { showOutcome } from '../../../lib/chat-room/show-outcome.ts'
import { useDialogAction } from '../../../lib/chat-room/use-dialog-action.ts'
import { formatChatTime } from '../../../lib/format/format.ts'
import { avatarAddress, useSite } from '../../../lib/site.ts'
import { chatTexts } from '../../../texts/chat/chat.ts'
import { ErrorMessage } from '../../../ui/feedback/error-message.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Avatar } from '../../../ui/identity/avatar.tsx'
import { Popover } from '../../../ui/popover/popover.tsx'
import { MessageText } from '../messages/message-text.tsx'
import type { ChatView } from '../use-chat.ts'
import { HideUser } from './hide-user.tsx'
import styles from './user-card.module.css'

// Only for those who moderate.
const UserMessages = lazyComponent(async () => (await import('./user-messages.tsx')).UserMessages)
const UserModeration = lazyComponent(async () => (await import('./user-moderation.tsx')).UserModeration)
// Only once a card is opened.
const FollowedSince = lazyComponent(async () => (await import('./followed-since.tsx')).FollowedSince)

const shownMessages = 3

/** A user's role and channel, what the user said last (whoever moderates sees all of it), and the actions available to the reader. */
export function UserCard({
  username,
  anchor,
  above,
  chat,
  actions,
  moreActions,
  onMention,
  onClose,
}: {
  username: string
  /** Where the card stands. */
  anchor: RefObject<HTMLElement | null>
  /** What it does not cover: the reader goes on writing. */
  above: RefObject<HTMLElement | null>
  chat: ChatView
  /** What else the reader can do about the user, such as follow. */
  actions: ReactNode
  /** What stands after all others, such as report. */
  moreActions: ReactNode
  onMention: (username: string) => void
  onClose: () => void
}) {
  const { channel, me, role, state } = chat
  const site = useSite()
  const { isBusy, failure, run } = useDialogAction(onClose)
  const moderators = state.config?.moderators ?? []
  const isModerator = moderators.includes(username)
  const isOwner = username === channel
  const loaded = state.messages.filter((each) => each.username === username && each.message !== '')
  const canModerate = mayModerate({ channel, me, role, moderators }, username)

  return (
    <Popover title={`@${username}`} anchor={anchor} above={above} hasHeading={false} onClose={onClose}>
      <div className={styles.card}>
        <div className={styles.who}>
          <Avatar username={username} src={avatarAddress(site, username)} size={56} />
          <div className={styles.about}>
            <h2 className={styles.name}>@{username}</h2>
            <p className={styles.role}>
              {isOwner ? chatTexts.ownerOfChannel : isModerator ? chatTexts.moderator : chatTexts.viewer} ·{' '}
              <Link href={watchPath(username)}>{chatTexts.goToChannel}</Link>
            </p>
            {!isOwner && (
              <p className={styles.followed}>
                <Suspense>
                  <FollowedSince {...{ channel, username }} />
                </Suspense>
              </p>
            )}
          </div>
        </div>
        {failure && <ErrorMessage>{failure}</ErrorMessage>}
        <div className={styles.buttons}>
          {actions}
          {me !== null && username !== me && (
            <Button
              onClick={() => {
                onMention(username)
                onClose()
              }}
            >
              <AtSign size={16} aria-hidden="true" />
              {chatTexts.mention}
            </Button>
          )}
          {moreActions}
        </div>
        {role !== 'user' && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
          <section className={styles.written} aria-label={chatTexts.lastMessages(username)} tabIndex={0}>
            <Suspense>
              <UserMessages
                {...{ channel, username, loaded, me }}
                onDelete={(id) => showOutcome(chat.calls.deleteMessage(id))}
              />
            </Suspense>
          </section>
        )}
        {role === 'user' && loaded.length > 0 && (
          <ul className={styles.said} aria-label={chatTexts.lastMessages(username)}>
            {loaded.slice(-shownMessages).map(({ id, timestamp, message }) => (
              <li key={id} className={styles.message}>
                <time className={styles.time}>{formatChatTime(timestamp)}</time>{' '}
                <MessageText message={message} me={me} />
              </li>
            ))}
          </ul>
        )}
        {role === 'user' && username !== me && <HideUser username={username} onDone={onClose} />}
        {canModerate && (
          <Suspense fallback={<div className={styles.moderationPlace} />}>
            <UserModeration username={username} isModerator={isModerator} chat={chat} isBusy={isBusy} run={run} />
          </Suspense>
        )}
      </div>
    </Popover>
  )
}
