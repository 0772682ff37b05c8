import { useState } from 'react'
import { showOutcome } from '../../../lib/chat-room/show-outcome.ts'
import { useSiteTime } from '../../../lib/clock/use-site-time.ts'
import { shortDuration } from '../../../lib/format/short-duration.ts'
import { moderationTexts as texts } from '../../../texts/streamer/moderation.ts'
import { Awaiting } from '../../../ui/feedback/awaiting.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import styles from '../moderation.module.css'
import type { ModerationTabProps } from '../moderation-tab-props.ts'
import { BanDialog } from './ban-dialog.tsx'

/**
 * The banned and timed-out users, with a countdown for each timeout, which can be turned into a ban. A timeout that has ended leaves
 * the list.
 */
export function RestrictedUsers({ state, store }: ModerationTabProps) {
  const nowMs = useSiteTime(1000)
  const [banning, setBanning] = useState<string>()
  const bans = state.bans.filter(({ expiresAt }) => expiresAt === null || expiresAt > nowMs)
  return (
    <>
      {state.bansFailure !== null && (
        <Awaiting label={texts.loading} failure={state.bansFailure} onRetry={store.loadBans} />
      )}
      {bans.length === 0 && state.bansFailure === null && <p className={styles.empty}>{texts.noRestricted}</p>}
      {bans.length > 0 && (
        <ul className={styles.list} aria-label={texts.restricted}>
          {bans.map(({ username, kind, expiresAt, bannedBy, reason }) => (
            <li key={username} className={styles.row}>
              <div className={styles.about}>
                <strong className={styles.name}>{username}</strong>
                <p className={styles.detail}>
                  {kind === 'ban' ? texts.banned : texts.timedOut} {texts.by(bannedBy)} ·{' '}
                  {expiresAt === null ? texts.forGood : texts.timeLeft(shortDuration(expiresAt - nowMs))}
                </p>
                {reason && <p className={styles.detail}>{texts.reasonGiven(reason)}</p>}
              </div>
              <div className={styles.buttons}>
                {kind === 'timeout' && (
                  <Button kind="danger" aria-label={texts.banOf(username)} onClick={() => setBanning(username)}>
                    {texts.ban}
                  </Button>
                )}
                <Button aria-label={texts.unbanOf(username)} onClick={() => void showOutcome(store.unban(username))}>
                  {texts.unban}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {banning !== undefined && <BanDialog username={banning} store={store} onClose={() => setBanning(undefined)} />}
    </>
  )
}
