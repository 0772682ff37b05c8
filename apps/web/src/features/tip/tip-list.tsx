import { Gift, Link, MessageSquare, MonitorPlay, Wallet } from 'lucide-react'
import { shownAmount } from '../../lib/format/amount.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { avatarAddress, useSite } from '../../lib/site.ts'
import { tipListTexts as texts } from '../../texts/streamer/tips.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { buttonClass } from '../../ui/forms/button.tsx'
import { Avatar } from '../../ui/identity/avatar.tsx'
import { Beside } from '../../ui/surfaces/beside.tsx'
import { Notice } from '../../ui/surfaces/notice.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { Points } from '../../ui/surfaces/points.tsx'
import styles from './tip-list.module.css'
import { useTips } from './use-tips.ts'

/** The tips that the channel received, newest first, and their totals. Absent on a site without tips. */
export function TipList({ user }: { user: string }) {
  const site = useSite()
  const { data, error, refetch } = useTips(user)
  if (!site?.tips) return null

  return (
    <Beside aside={<WhatTipsDo />}>
      <Panel isMain title={texts.title}>
        {!data && <Awaiting label={texts.loading} failure={error && texts.failed} onRetry={refetch} />}
        {data?.tips.length === 0 && (
          <Notice
            title={texts.none}
            level={2}
            icon={<Gift size={28} />}
            action={
              <a href="#overlay" className={buttonClass('secondary')}>
                {texts.toOverlay}
              </a>
            }
          >
            {texts.noneHint}
          </Notice>
        )}
        {data && data.tips.length > 0 && (
          <>
            <dl className={styles.totals}>
              <Total name={texts.thisMonth} amounts={data.thisMonth} />
              <Total name={texts.thisYear} amounts={data.thisYear} />
              <Total name={texts.total} amounts={data.totals} />
            </dl>
            <ol className={styles.list} aria-label={texts.title}>
              {data.tips.map(({ id, sender, amount, message, sentAt }) => (
                <li key={id} className={styles.tip}>
                  <Avatar username={sender} src={avatarAddress(site, sender)} size={32} />
                  <span className={styles.sender}>@{sender}</span>
                  <strong className={styles.amount}>{shownAmount(amount)}</strong>
                  {message !== '' && (
                    <p dir="auto" className={styles.message}>
                      {message}
                    </p>
                  )}
                  <time className={styles.time} dateTime={new Date(sentAt).toISOString()}>
                    {formatDateTime(sentAt)}
                  </time>
                </li>
              ))}
            </ol>
          </>
        )}
      </Panel>
    </Beside>
  )
}

/** One amount for each currency (rule TIP-4). */
function Total({ name, amounts }: { name: string; amounts: readonly string[] }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-none={amounts.length === 0 || undefined}>{amounts.map(shownAmount).join(' · ') || texts.nothing}</dd>
    </div>
  )
}

function WhatTipsDo() {
  const { wallet, chat, overlay, webhook } = texts.points
  return (
    <Panel title={texts.how}>
      <Points
        points={[
          { key: 'wallet', icon: Wallet, title: wallet[0], text: wallet[1] },
          { key: 'chat', icon: MessageSquare, title: chat[0], text: chat[1] },
          {
            key: 'overlay',
            icon: MonitorPlay,
            title: overlay[0],
            text: (
              <>
                {overlay[1]} <a href="#overlay">{texts.open.overlay}</a>
              </>
            ),
          },
          {
            key: 'webhook',
            icon: Link,
            title: webhook[0],
            text: (
              <>
                {webhook[1]} <a href="#webhooks">{texts.open.webhook}</a>
              </>
            ),
          },
        ]}
      />
    </Panel>
  )
}
