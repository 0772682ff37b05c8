import { limits } from '@waggle/contract/limits'
import { watchPath } from '@waggle/contract/pages/page-addresses'
import { AtSign, Ban, ShieldMinus, ShieldPlus, Undo2 } from 'lucide-react'
import { type ReactNode, type RefObject, useId, useState } from 'react'
import { Link } from 'wouter'
import { mayModerate } from '../../../lib/chat-room/may-moderate.ts'
import { TimeoutPresets } from '../../../lib/chat-room/timeout-presets.tsx'
import { useDialogAction } from '../../../lib/chat-room/use-dialog-action.ts'
import { avatarAddress, useSite } from '../../../lib/site.ts'
import { chatModerationTexts } from '../../../texts/chat-moderation.ts'
import { chatTexts } from '../../../texts/viewer/chat.ts'
import { ErrorMessage } from '../../../ui/feedback/error-message.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Avatar } from '../../../ui/identity/avatar.tsx'
import { Popover } from '../../../ui/popover/popover.tsx'
import type { ChatView } from '../use-chat.ts'
import styles from './user-card.module.css'

/** A user's role and channel, and the actions available to the reader. */
export function UserCard({
  username,
  anchor,
  chat,
  follow,
  onMention,
  onClose,
}: {
  username: string
  /** Where the card stands. */
  anchor: RefObject<HTMLElement | null>
  chat: ChatView
  /** The follow button for the user. */
  follow: ReactNode
  onMention: (username: string) => void
  onClose: () => void
}) {
  const { channel, calls, me, role, state } = chat
  const site = useSite()
  const secondsId = useId()
  const [seconds, setSeconds] = useState(String(limits.timeoutDefaultSeconds))
  const [isConfirmingBan, setConfirmingBan] = useState(false)
  const { isBusy, failure, run } = useDialogAction(onClose)
  const moderators = state.config?.moderators ?? []
  const isModerator = moderators.includes(username)
  const isOwner = username === channel
  const canModerate = mayModerate({ channel, me, role, moderators }, username)
  const timeoutSeconds = Number.parseInt(seconds, 10)

  return (
    <Popover title={`@${username}`} anchor={anchor} hasHeading={false} onClose={onClose}>
      <div className={styles.card}>
        <div className={styles.who}>
          <Avatar username={username} src={avatarAddress(site, username)} size={56} />
          <div className={styles.about}>
            <h2 className={styles.name}>@{username}</h2>
            <p className={styles.role}>
              {isOwner ? chatTexts.ownerOfChannel : isModerator ? chatTexts.moderator : chatTexts.viewer} ·{' '}
              <Link href={watchPath(username)}>{chatTexts.goToChannel}</Link>
            </p>
          </div>
        </div>
        {failure && <ErrorMessage>{failure}</ErrorMessage>}
        <div className={styles.buttons}>
          {follow}
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
        </div>
        {canModerate && (
          <div className={styles.moderation}>
            <TimeoutPresets seconds={seconds} onChoose={setSeconds} />
            <div className={styles.timeout}>
              <label htmlFor={secondsId}>{chatTexts.timeoutSeconds}</label>
              <input
                id={secondsId}
                className={styles.seconds}
                inputMode="numeric"
                maxLength={10}
                value={seconds}
                onChange={(event) => setSeconds(event.target.value)}
              />
              <Button
                disabled={isBusy || !(timeoutSeconds >= 1)}
                onClick={() => void run(() => calls.timeOut(username, timeoutSeconds))}
              >
                {chatTexts.timeOut}
              </Button>
            </div>
            {isConfirmingBan ? (
              <div className={styles.confirm} role="alertdialog" aria-label={chatTexts.ban}>
                <p>
                  {chatTexts.banQuestion(username)} {chatModerationTexts.alsoDeletes}
                </p>
                <div className={styles.buttons}>
                  <Button kind="danger" disabled={isBusy} onClick={() => void run(() => calls.ban(username))}>
                    {chatTexts.banUser(username)}
                  </Button>
                  <Button onClick={() => setConfirmingBan(false)}>{chatTexts.cancel}</Button>
                </div>
              </div>
            ) : (
              <div className={styles.buttons}>
                <Button kind="danger" disabled={isBusy} onClick={() => setConfirmingBan(true)}>
                  <Ban size={16} aria-hidden="true" />
                  {chatTexts.ban}
                </Button>
                <Button disabled={isBusy} onClick={() => void run(() => calls.unban(username))}>
                  <Undo2 size={16} aria-hidden="true" />
                  {chatTexts.unban}
                </Button>
                {role === 'owner' &&
                  (isModerator ? (
                    <Button disabled={isBusy} onClick={() => void run(() => calls.removeModerator(username))}>
                      <ShieldMinus size={16} aria-hidden="true" />
                      {chatTexts.removeModerator}
                    </Button>
                  ) : (
                    <Button disabled={isBusy} onClick={() => void run(() => calls.addModerator(username))}>
                      <ShieldPlus size={16} aria-hidden="true" />
                      {chatTexts.addModerator}
                    </Button>
                  ))}
              </div>
            )}
          </div>
        )}
      </div>
    </Popover>
  )
}
