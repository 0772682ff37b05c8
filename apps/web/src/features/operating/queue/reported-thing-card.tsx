import type { ReportKind } from '@waggle/contract/operating/reported-thing'
import type { ReportedThing } from '@waggle/contract/operating/review-endpoints'
import { clipPath, replayPath, watchPath } from '@waggle/contract/pages/page-addresses'
import { Clapperboard, Gavel, type LucideIcon, MessageSquare, Radio, Scissors, User } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { api } from '../../../lib/api/api.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import { atServer } from '../../../lib/server-addresses.ts'
import { useSessionMutation } from '../../../session/use-session-mutation.ts'
import { operatingTexts } from '../../../texts/operating/console.ts'
import { reportTexts } from '../../../texts/operating/report.ts'
import { reviewTexts as texts } from '../../../texts/operating/review.ts'
import { suspensionTexts } from '../../../texts/operating/suspension.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Tag } from '../../../ui/identity/badge.tsx'
import { toast } from '../../../ui/surfaces/toast.tsx'
import { AccountLink } from '../account-link.tsx'
import { useLiveBroadcasts } from '../live/use-live-broadcasts.ts'
import styles from '../operating.module.css'
import { TimeAgo } from '../time-ago.tsx'
import { Evidence } from './evidence.tsx'
import own from './queue.module.css'
import type { RenderMedia } from './render-media.ts'

const icons: Record<ReportKind, LucideIcon> = {
  broadcast: Radio,
  replay: Clapperboard,
  clip: Scissors,
  message: MessageSquare,
  account: User,
}

interface ReportedThingCardProps {
  thing: ReportedThing
  user: string
  renderMedia: RenderMedia
  onAct: () => void
  onClose: () => void
  onChanged: () => void
}

/** What was reported, by whom and why, who works on it, and its evidence. */
export function ReportedThingCard({ thing, user, renderMedia, onAct, onClose, onChanged }: ReportedThingCardProps) {
  const { id, kind, username, title, channel, message, takenBy, outcome, count, firstAt } = thing
  const [isShown, setShown] = useState(false)
  const isFree = takenBy === null || takenBy === user
  return (
    <article className={`${own.thing} ${own.signed}`} aria-label={`${texts.reported[kind]} @${username}`}>
      <ThingPicture thing={thing} />
      <div className={styles.about}>
        <p className={styles.name}>
          <span>
            {texts.reported[kind]} <AccountLink username={username} />
          </span>
          <Tag>{texts.reporters(count)}</Tag>
          {takenBy !== null && <Tag>{takenBy === user ? texts.takenByYou : texts.taken(takenBy)}</Tag>}
        </p>
        <p className={styles.facts}>
          {title && <span>{title}</span>}
          {channel !== null && <span>{kind === 'clip' ? texts.ofChannel(channel) : texts.inChatOf(channel)}</span>}
          <TimeAgo at={firstAt} />
          <ThingLink thing={thing} />
        </p>
        {message !== null && <blockquote className={`${own.quotes} ${own.message}`}>{message}</blockquote>}
        <Reasons thing={thing} />
        <Outcome thing={thing} />
      </div>
      <div className={`${styles.buttons} ${own.decide}`}>
        {outcome === null && isFree && (
          <>
            <Button size="small" onClick={onAct}>
              <Gavel size={18} aria-hidden="true" />
              {operatingTexts.act}
            </Button>
            <TakeButton thing={thing} user={user} onChanged={onChanged} />
          </>
        )}
        <Button size="small" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? texts.hideEvidence : texts.evidence}
        </Button>
        {outcome === null && isFree && (
          <Button size="small" onClick={onClose}>
            {texts.close}
          </Button>
        )}
      </div>
      {isShown && <Evidence reportId={id} username={username} renderMedia={renderMedia} />}
    </article>
  )
}

/** The picture of what is live; of anything else a sign, since what was to be seen may be hard to bear. */
function ThingPicture({ thing: { kind, streamId } }: { thing: ReportedThing }) {
  const { data: live } = useLiveBroadcasts()
  const broadcast = kind === 'broadcast' && live?.broadcasts.find((one) => one.streamId === streamId)
  if (broadcast && broadcast.thumbnail !== null)
    return <img className={own.picture} src={atServer(broadcast.thumbnail)} alt="" />
  const Icon = icons[kind]
  return (
    <span className={own.picture}>
      <Icon size={20} aria-hidden="true" />
    </span>
  )
}

function ThingLink({ thing: { kind, username, streamId } }: { thing: ReportedThing }) {
  const link = (href: string, label: string) => <Link href={href}>{label}</Link>
  if (kind === 'clip' && streamId !== null) return link(clipPath(streamId), texts.clip)
  if (kind === 'replay' && streamId !== null) return link(replayPath(streamId), texts.recording)
  return kind === 'broadcast' ? link(watchPath(username), texts.watch) : null
}

function Reasons({ thing: { reports } }: { thing: ReportedThing }) {
  return (
    <ul className={own.reasons}>
      {reports.map(({ reporter, email, reason, note, reportedAt }) => (
        <li key={`${reporter} ${reportedAt}`}>
          <strong>{suspensionTexts.reasons[reason]}</strong>{' '}
          <span className={styles.hint}>
            {reporter === null ? texts.withoutAccount : texts.reportedBy(reporter)}
            {email && (
              <>
                {' '}
                (<a href={`mailto:${email}`}>{email}</a>)
              </>
            )}
          </span>
          {note && <p>{note}</p>}
        </li>
      ))}
    </ul>
  )
}

function Outcome({ thing: { outcome, explanation, closedBy, closedAt } }: { thing: ReportedThing }) {
  if (outcome === null) return null
  return (
    <p className={styles.facts}>
      <span>{reportTexts.outcomes[outcome]}</span>
      {closedBy !== null && closedAt !== null && <span>{texts.closedBy(closedBy, formatDateTime(closedAt))}</span>}
      {explanation && <span>{explanation}</span>}
    </p>
  )
}

function TakeButton({ thing, user, onChanged }: { thing: ReportedThing; user: string; onChanged: () => void }) {
  const isMine = thing.takenBy === user
  const { run, isBusy } = useSessionMutation({
    send: ({ token }) => api(isMine ? 'giveBackReport' : 'takeReport', { params: { reportId: thing.id }, token }),
    failed: texts.takeFailed,
    onFailure: (sentence) => toast(sentence, 'error'),
    onSettled: onChanged,
  })
  return (
    <Button
      size="small"
      disabled={isBusy}
      {...(!isMine && { 'aria-label': texts.takeNamed(thing.username) })}
      onClick={() => run()}
    >
      {isMine ? texts.giveBack : texts.take}
    </Button>
  )
}
