import type { Answer } from '@waggle/contract/endpoints'
import { operatePath, replayPath } from '@waggle/contract/pages/page-addresses'
import { Link } from 'wouter'
import { api } from '../../../lib/api/api.ts'
import { errorSentence } from '../../../lib/api/error-sentence.ts'
import { abbreviateCount } from '../../../lib/format/count.ts'
import { useSessionQuery } from '../../../session/use-session-query.ts'
import { userMessagesTexts } from '../../../texts/chat/user-messages.ts'
import { operatingTexts as texts } from '../../../texts/operating/console.ts'
import { reviewTexts } from '../../../texts/operating/review.ts'
import { replayTexts } from '../../../texts/viewer/replay/replay.ts'
import { Awaiting } from '../../../ui/feedback/awaiting.tsx'
import { RecordedCard } from '../../../ui/recorded/recorded-card.tsx'
import { RecordedTime } from '../../../ui/recorded/recorded-time.tsx'
import { Panel } from '../../../ui/surfaces/panel.tsx'
import styles from '../operating.module.css'
import { ReportedBrief } from '../queue/reported-brief.tsx'
import { TimeAgo } from '../time-ago.tsx'
import own from './accounts.module.css'

type AccountRecord = Answer<'getAccountRecord'>

/** What an account is judged by, besides its figures (rule OPERATE-5). */
export function useAccountRecord(username: string) {
  return useSessionQuery({
    queryKey: ['operating', 'account-record', username],
    request: (token, signal) => api('getAccountRecord', { params: { username }, token, signal }),
  })
}

/** What was reported of it, what it wrote last and what it has recorded, in two columns where there is room. */
export function AccountRecord({ username }: { username: string }) {
  const { data, error, refetch } = useAccountRecord(username)
  if (!data) {
    return (
      <Awaiting label={texts.loading} failure={error && errorSentence(error, texts.accountFailed)} onRetry={refetch} />
    )
  }
  return (
    <div className={own.record}>
      <div className={styles.parts}>
        <Reports things={data.things} />
        <Messages messages={data.messages} />
      </div>
      <Recordings username={username} />
    </div>
  )
}

/** Those that are open first. */
function Reports({ things }: { things: AccountRecord['things'] }) {
  const isOpen = ({ outcome }: AccountRecord['things'][number]) => outcome === null
  const inOrder = things.toSorted((one, other) => Number(isOpen(other)) - Number(isOpen(one)))
  const open = things.filter(isOpen).length
  return (
    <Panel
      title={texts.reportsAbout}
      aside={open > 0 && <Link href={operatePath({ section: 'reports' })}>{texts.openReports(open)}</Link>}
    >
      {things.length === 0 && <p className={styles.hint}>{texts.nothingReported}</p>}
      <ul className={styles.list}>
        {inOrder.map((thing) => (
          <li key={thing.id}>
            <ReportedBrief thing={thing} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Messages({ messages }: { messages: AccountRecord['messages'] }) {
  return (
    <Panel title={texts.lastMessages}>
      {messages.length === 0 && <p className={styles.hint}>{texts.nothingWritten}</p>}
      <ol className={styles.list}>
        {messages.map(({ id, channel, message, timestamp, deletedAt }) => (
          <li key={`${channel} ${id}`} className={styles.about}>
            <p>{message}</p>
            <p className={styles.facts}>
              <TimeAgo at={timestamp} />
              <span>{reviewTexts.inChatOf(channel)}</span>
              {deletedAt !== null && <span className={own.deleted}>{userMessagesTexts.deleted}</span>}
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** Those that everybody may watch. */
function Recordings({ username }: { username: string }) {
  const { data } = useSessionQuery({
    queryKey: ['operating', 'account-recordings', username],
    isSecondary: true,
    request: (_, signal) => api('listReplays', { params: { username }, query: { limit: '6' }, signal }),
  })
  const replays = data?.replays ?? []
  return (
    <Panel title={texts.lastRecordings}>
      {replays.length === 0 && <p className={styles.hint}>{texts.nothingRecorded}</p>}
      <ul className={own.recordings}>
        {replays.map(({ streamId, title, picturePath, startedAt, durationSeconds, views }) => (
          <li key={streamId}>
            <RecordedCard
              href={replayPath(streamId)}
              {...{ username, picturePath }}
              title={title || replayTexts.untitled(username)}
              lengthMs={durationSeconds * 1000}
            >
              <RecordedTime at={startedAt} />
              {views > 0 && replayTexts.views(abbreviateCount(views))}
            </RecordedCard>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
