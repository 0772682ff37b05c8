import { defaultCategory } from '@waggle/contract/channels/defaults'
import type { StreamInfo } from '@waggle/contract/endpoints'
import { pagePaths } from '@waggle/contract/pages/page-addresses'
import { ChevronRight, Circle, CircleCheck } from 'lucide-react'
import { Link } from 'wouter'
import { ownTitle } from '../../../features/streams/own-title.ts'
import { betweenBroadcastsTexts as texts } from '../../../texts/streamer/dashboard/between-broadcasts.ts'
import styles from './first-steps.module.css'

/** What is done before the first broadcast, ticked where it is known (rule DASH-13). */
export function FirstSteps({ stream }: { stream: StreamInfo }) {
  const { title, encoder, schedule } = texts.steps
  const steps = [
    {
      name: title,
      To: 'a',
      href: '#settings',
      isDone: ownTitle(stream) !== undefined && stream.category !== defaultCategory,
    },
    { name: encoder, To: Link, href: pagePaths.streamKey, isDone: false },
    { name: schedule, To: 'a', href: '#schedule', isDone: stream.nextBroadcast !== null },
  ] as const
  return (
    <section className={styles.first} aria-labelledby="first-steps">
      <h2 id="first-steps" className={styles.heading}>
        {texts.first}
      </h2>
      <ol className={styles.steps}>
        {steps.map(({ name, To, href, isDone }) => (
          <li key={name}>
            <To className={styles.step} data-done={isDone} href={href}>
              {isDone ? (
                <CircleCheck size={18} role="img" aria-label={texts.done} />
              ) : (
                <Circle size={18} aria-hidden="true" />
              )}
              <span className={styles.stepName}>{name}</span>
              <ChevronRight size={18} aria-hidden="true" />
            </To>
          </li>
        ))}
      </ol>
    </section>
  )
}
