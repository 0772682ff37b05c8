import { watchPath } from '@waggle/contract/pages/page-addresses'
import { RadioTower } from 'lucide-react'
import { Link } from 'wouter'
import { streamHealthTexts as texts } from '../../texts/streamer/stream-health.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { buttonClass } from '../../ui/forms/button.tsx'
import styles from './stream-health.module.css'
import { useStreamHealth } from './use-stream-health.ts'

/** Whether the user is live, or what is awaited. It stands at the top of the page and stays in view (rule KEY-9). */
export function StreamState({ user }: { user: string }) {
  const { health, isFailed } = useStreamHealth(user)
  const state = health?.state
  return (
    <div className={styles.top}>
      {isFailed && <ErrorMessage>{texts.checkFailed}</ErrorMessage>}
      {!health && !isFailed && <Spinner label={texts.loading} />}
      <div className={styles.state} role="status" data-state={state}>
        {state === 'live' && (
          <>
            <RadioTower size={22} aria-hidden="true" />
            <strong>{texts.live}</strong>
            <Link href={watchPath(user)} className={buttonClass('secondary')}>
              {texts.watch}
            </Link>
          </>
        )}
        {state !== undefined && state !== 'live' && (
          <>
            <Spinner size={20} />
            <span className={styles.awaited}>
              <strong>{state === 'offline' ? texts.waiting : texts[state]}</strong>
              {state === 'offline' && <span className={styles.help}>{texts.waitingHelp}</span>}
            </span>
          </>
        )}
      </div>
    </div>
  )
}
