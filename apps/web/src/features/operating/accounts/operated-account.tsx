import { useQueryClient } from '@tanstack/react-query'
import { operatePath, watchPath } from '@waggle/contract/pages/page-addresses'
import { Gavel } from 'lucide-react'
import { useId, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { api } from '../../../lib/api/api.ts'
import { errorSentence } from '../../../lib/api/error-sentence.ts'
import { formatBytes } from '../../../lib/format/bytes.ts'
import { formatDate, formatNumber } from '../../../lib/format/format.ts'
import { avatarAddress, useSite } from '../../../lib/site.ts'
import { useSessionQuery } from '../../../session/use-session-query.ts'
import { operatingTexts as texts } from '../../../texts/operating/console.ts'
import { kindTexts } from '../../../texts/operating/kinds.ts'
import { Awaiting } from '../../../ui/feedback/awaiting.tsx'
import { Button, buttonClass } from '../../../ui/forms/button.tsx'
import { Avatar } from '../../../ui/identity/avatar.tsx'
import { Tag } from '../../../ui/identity/badge.tsx'
import { Panel } from '../../../ui/surfaces/panel.tsx'
import { ActDialog } from '../act/act-dialog.tsx'
import { BroadcastRow } from '../broadcast-row.tsx'
import { Figures } from '../figures.tsx'
import { ActionList } from '../log/action-list.tsx'
import styles from '../operating.module.css'
import { StateChip } from '../state-chip.tsx'
import { AccountForm } from './account-form.tsx'
import { AccountRecord, useAccountRecord } from './account-record.tsx'
import own from './accounts.module.css'
import { KnownAccounts } from './known-accounts.tsx'

/** Finds an account by its name, and shows what the site knows of it (rule OPERATE-5). */
export function OperatedAccount({ username }: { username: string }) {
  const [, navigate] = useLocation()
  return (
    <div className={styles.parts}>
      <Panel isMain title={texts.account}>
        <AccountForm
          action={texts.find}
          typedFirst={username}
          onSubmit={(name) => navigate(operatePath({ account: name }))}
        />
        {username === '' && <p className={styles.hint}>{texts.chooseAccount}</p>}
        {username === '' && <KnownAccounts />}
      </Panel>
      {username !== '' && <AccountFacts username={username} />}
    </div>
  )
}

function AccountFacts({ username }: { username: string }) {
  const queries = useQueryClient()
  const site = useSite()
  const headingId = useId()
  const [isActing, setActing] = useState(false)
  const refresh = () => void queries.invalidateQueries({ queryKey: ['operating'] })
  const { data, error, refetch } = useSessionQuery({
    queryKey: ['operating', 'account', username],
    request: (token, signal) => api('getOperatedAccount', { params: { username }, token, signal }),
  })
  const { accountCreatedAt: createdAt = null, reputation = null } = useAccountRecord(username).data ?? {}
  if (!data) {
    return (
      <Awaiting label={texts.loading} failure={error && errorSentence(error, texts.accountFailed)} onRetry={refetch} />
    )
  }
  const figures: readonly (readonly [string, string])[] = [
    ...(createdAt === null ? [] : [[texts.onHiveSince, formatDate(createdAt)] as const]),
    ...(reputation === null ? [] : [[texts.reputation, formatNumber(Math.floor(reputation))] as const]),
    [texts.broadcasts, formatNumber(data.broadcasts)],
    [texts.recordings, formatBytes(data.recordedBytes)],
    [texts.openSessions, formatNumber(data.openSessions)],
  ]
  const inEffect = data.actions.filter(({ isInEffect }) => isInEffect)
  return (
    <>
      <section className={own.head} aria-labelledby={headingId}>
        <div className={own.who}>
          <Avatar username={username} src={avatarAddress(site, username)} size={40} />
          <h2 id={headingId}>@{username}</h2>
          {data.role !== null && <Tag>{texts.runsSite[data.role]}</Tag>}
          {inEffect.map(({ id, kind }) => (
            <StateChip key={id}>{kindTexts[kind]}</StateChip>
          ))}
        </div>
        <div className={own.facts}>
          <Figures figures={figures} />
          <div className={styles.buttons}>
            {data.role === null && (
              <Button aria-label={texts.actOn(username)} onClick={() => setActing(true)}>
                <Gavel size={18} aria-hidden="true" />
                {texts.act}
              </Button>
            )}
            <Link href={watchPath(username)} className={buttonClass()}>
              {texts.channel}
            </Link>
          </div>
        </div>
        {data.broadcast && <BroadcastRow broadcast={data.broadcast} />}
      </section>
      <Panel title={texts.actions}>
        {data.actions.length === 0 && <p className={styles.hint}>{texts.noActions}</p>}
        {data.actions.length > 0 && <ActionList actions={data.actions} onUndone={refresh} />}
      </Panel>
      <AccountRecord username={username} />
      {isActing && (
        <ActDialog
          username={username}
          isLive={data.broadcast !== null}
          onDone={refresh}
          onClose={() => setActing(false)}
        />
      )}
    </>
  )
}
