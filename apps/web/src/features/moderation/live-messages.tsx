import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { mayModerate } from '../../lib/chat-room/may-moderate.ts'
import { showOutcome } from '../../lib/chat-room/show-outcome.ts'
import { useSiteTime } from '../../lib/clock/use-site-time.ts'
import { shownAmount } from '../../lib/format/amount.ts'
import { formatChatTime } from '../../lib/format/format.ts'
import { nameColour } from '../../lib/name-colour.ts'
import { chatTexts } from '../../texts/chat/chat.ts'
import { moderationTexts as texts } from '../../texts/streamer/moderation.ts'
import { tipTexts } from '../../texts/viewer/tip.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { RoleBadge } from '../../ui/identity/role-badge.tsx'
import { MessageActions } from './message-actions.tsx'
import styles from './moderation.module.css'
import type { ModerationTabProps } from './moderation-tab-props.ts'
import { BanDialog } from './restrict/ban-dialog.tsx'
import { TimeoutDialog } from './restrict/timeout-dialog.tsx'

/** Within this distance of its end, the list follows new messages. */
const nearEndPx = 48

/** The last hundred messages, searchable by username or text (rule MOD-3), with the actions on each. */
export function LiveMessages({ channel, state, store, renderText, composer }: ModerationTabProps) {
  const [search, setSearch] = useState('')
  const [timingOut, setTimingOut] = useState<string>()
  const [banning, setBanning] = useState<string>()
  const list = useRef<HTMLOListElement>(null)
  const isAtEnd = useRef(true)
  const lastTop = useRef(0)
  const isPhone = useIsPhone()
  const query = search.trim().toLowerCase()
  const shown = state.messages.filter(
    ({ username, message }) => username.includes(query) || message.toLowerCase().includes(query),
  )
  const newest = shown.at(-1)?.id
  const owner = { channel, me: channel, role: 'owner', moderators: state.config?.moderators ?? [] } as const
  const nowMs = useSiteTime(1000)
  const isBanned = (username: string) =>
    state.bans.some(
      (ban) => ban.username === username && ban.kind === 'ban' && (ban.expiresAt === null || ban.expiresAt > nowMs),
    )

  const stayAtEnd = useCallback(() => {
    if (isAtEnd.current && list.current) list.current.scrollTop = list.current.scrollHeight
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every newer message
  useLayoutEffect(stayAtEnd, [newest])

  const isEmpty = shown.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list and its rows change with the messages
  useEffect(() => {
    if (!list.current) return
    // It gets lower when the composer comes below it, and its rows higher when a typeface arrives.
    const observer = new ResizeObserver(stayAtEnd)
    for (const box of [list.current, ...list.current.children]) observer.observe(box)
    return () => observer.disconnect()
  }, [newest])

  return (
    <>
      <div className={styles.search}>
        <SearchField
          label={texts.search}
          placeholder={texts.searchPlaceholder}
          maxLength={100}
          value={search}
          onChange={setSearch}
        />
        <span className={styles.shown}>{texts.messageCount(shown.length, state.messages.length)}</span>
      </div>
      {isEmpty ? (
        <p className={styles.empty}>{state.messages.length === 0 ? texts.noMessages : texts.noMatches}</p>
      ) : (
        <ol
          ref={list}
          className={styles.list}
          aria-label={texts.messageList}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
          tabIndex={0}
          onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
            const isNear = scrollHeight - scrollTop - clientHeight < nearEndPx
            // Only who scrolls back leaves the end: rows that grow leave it where it was.
            if (isNear || scrollTop < lastTop.current) isAtEnd.current = isNear
            lastTop.current = scrollTop
          }}
        >
          {shown.map((message) => {
            const { id, username, kind } = message
            const mayRestrict = mayModerate(owner, username) && !isBanned(username)
            const text = <bdi>{renderText(message.message)}</bdi>
            return (
              <li key={id} className={styles.message} data-kind={kind}>
                <p className={styles.line}>
                  <time className={styles.time}>{formatChatTime(message.timestamp)}</time>
                  <RoleBadge isOwner={username === channel} isModerator={message.isModerator} />
                  {kind === 'announcement' && <span className={styles.kind}>{chatTexts.announcement}</span>}
                  {isBanned(username) && <span className={styles.banned}>{texts.banned}</span>}
                  <strong className={styles.name} style={{ color: nameColour(username) }}>
                    {username}
                  </strong>
                  {message.tip !== undefined && (
                    <>
                      {' '}
                      {tipTexts.tipped} <strong className={styles.tip}>{shownAmount(message.tip)}</strong>
                    </>
                  )}
                  {kind === 'message' || kind === 'announcement' ? ': ' : ' '}
                  {text}
                </p>
                <MessageActions
                  message={message}
                  isSheet={isPhone}
                  onDelete={() => void showOutcome(store.deleteMessage(id))}
                  onTimeout={mayRestrict ? () => setTimingOut(username) : undefined}
                  onBan={mayRestrict ? () => setBanning(username) : undefined}
                >
                  {text}
                </MessageActions>
              </li>
            )
          })}
        </ol>
      )}
      {!isPhone && composer}
      {timingOut !== undefined && (
        <TimeoutDialog
          username={timingOut}
          onTimeout={(seconds, reason) => store.timeOut(timingOut, seconds, reason)}
          onClose={() => setTimingOut(undefined)}
        />
      )}
      {banning !== undefined && <BanDialog username={banning} store={store} onClose={() => setBanning(undefined)} />}
    </>
  )
}
