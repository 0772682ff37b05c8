import type { ChatMessage } from '@waggle/contract/chat/entities'
import type { Restriction } from '@waggle/contract/endpoints'
import { chatPath, decisionsPath, loginPath } from '@waggle/contract/pages/page-addresses'
import { Heart } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useSiteTime } from '../../../lib/clock/use-site-time.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import { isInEffect, useOwnStatements } from '../../../session/own-decisions/own-statements.ts'
import { useOwnRestriction } from '../../../session/own-decisions/use-own-restriction.ts'
import { useLoginRequests } from '../../../session/session.tsx'
import { chatTexts } from '../../../texts/chat/chat.ts'
import { restrictionSentence, restrictionTexts } from '../../../texts/operating/restriction.ts'
import { suspensionTexts } from '../../../texts/operating/suspension.ts'
import { Button, buttonClass } from '../../../ui/forms/button.tsx'
import type { ChatView } from '../use-chat.ts'
import { Composer } from './composer.tsx'
import styles from './composer-area.module.css'
import { useCountdown } from './use-countdown.ts'
import type { Draft } from './use-draft.ts'

/** Whether the user follows the chat's channel. */
export interface ChannelFollow {
  isFollowing: boolean
  /** False while nobody knows yet: the server then says whether the user may write. */
  isKnown: boolean
  isBusy: boolean
  error: string | undefined
  toggle: () => void
}

/** The composer, or in its place what the user has to do before writing, or the reason why the user cannot. */
export function ComposerArea({
  chat,
  draft,
  replyTo,
  onReplyEnd,
  follow,
  isEmbedded,
}: {
  chat: ChatView
  draft: Draft
  replyTo: ChatMessage | null
  onReplyEnd: () => void
  follow: ChannelFollow | undefined
  isEmbedded: boolean
}) {
  const { config, standing } = chat.state
  const restriction = standing?.restriction
  const secondsLeft = useCountdown(restriction?.expiresAt ?? 0)
  const suspension = useOwnRestriction('chat')
  if (isEmbedded) {
    return (
      <Notice>
        <a className={buttonClass('secondary')} href={chatPath(chat.channel)} target="_blank" rel="noopener">
          {chatTexts.login}
        </a>
      </Notice>
    )
  }
  if (chat.me === null) return <LogIn draft={draft} />
  if (restriction && (restriction.expiresAt === null || secondsLeft > 0)) {
    return (
      <Notice>
        <p role="status">
          {restriction.kind === 'ban' ? chatTexts.banned : chatTexts.timedOut(secondsLeft)}
          {restriction.reason && ` ${chatTexts.reason(restriction.reason)}`}
        </p>
      </Notice>
    )
  }
  if (suspension) return <Suspended restriction={suspension} user={chat.me} />
  if (config?.followersOnly && !chat.isModerating && follow?.isKnown && (!follow.isFollowing || follow.isBusy)) {
    return <FollowToChat follow={follow} draft={draft} />
  }
  return <Composer chat={chat} draft={draft} replyTo={replyTo} onReplyEnd={onReplyEnd} />
}

/**
 * Gives its place to the composer when the server has answered, not at once: a message could arrive before the follow, and be refused.
 */
function FollowToChat({ follow, draft: { input } }: { follow: ChannelFollow; draft: Draft }) {
  const button = useRef<HTMLButtonElement>(null)
  const wasBusy = useRef(false)
  useLayoutEffect(() => {
    wasBusy.current = follow.isBusy
  }, [follow.isBusy])
  // After the follow the focus goes on from the button, which Safari does not focus when it is pressed; from nowhere else.
  useLayoutEffect(() => {
    const pressed = button.current
    return () => {
      const { activeElement, body } = document
      if (wasBusy.current && (activeElement === pressed || activeElement === body)) focusSoon(input)
    }
  }, [input])
  return (
    <Notice>
      <p role="status">{follow.error ?? chatTexts.onlyFollowers}</p>
      <Button ref={button} aria-disabled={follow.isBusy} aria-busy={follow.isBusy} onClick={follow.toggle}>
        <Heart size={18} aria-hidden="true" />
        {chatTexts.followToChat}
      </Button>
    </Notice>
  )
}

/** What the people who run the site have decided, what they said about it, and the way to appeal (rule OPERATE-15). */
function Suspended({ restriction: { scope, reason, until }, user }: { restriction: Restriction; user: string }) {
  const { data } = useOwnStatements(user)
  const nowMs = useSiteTime(60_000)
  const decision = data?.statements.find((statement) => isInEffect(statement, scope, nowMs))
  const end = until === null ? null : formatDateTime(until)
  return (
    <Notice>
      <p role="status">{restrictionSentence(scope, suspensionTexts.reasons[reason], end)}</p>
      {decision?.statement && <blockquote className={styles.statement}>{decision.statement}</blockquote>}
      <a className={buttonClass('secondary')} href={decisionsPath}>
        {restrictionTexts.appeal}
      </a>
    </Notice>
  )
}

function Notice({ children }: { children: ReactNode }) {
  return <div className={styles.notice}>{children}</div>
}

function LogIn({ draft }: { draft: Draft }) {
  const loginRequests = useLoginRequests()
  return (
    <Notice>
      <a
        className={buttonClass('secondary')}
        href={loginPath(`${location.pathname}${location.search}`)}
        onClick={(event) => {
          // A new tab or window opens the login page; otherwise the login opens over the stream.
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          loginRequests.ask({ onLoggedIn: () => focusSoon(draft.input) })
        }}
      >
        {chatTexts.login}
      </a>
    </Notice>
  )
}

/** Focuses the composer, which takes the place of the notice with the next rendering. */
function focusSoon(input: Draft['input']): void {
  requestAnimationFrame(() => input.current?.focus())
}
