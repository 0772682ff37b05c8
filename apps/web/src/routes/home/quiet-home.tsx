import { streamTexts as texts } from '../../texts/viewer/streams.ts'
import styles from './home.module.css'
import { Pitch } from './pitch.tsx'
import { RecentChannels } from './recent-channels.tsx'

/** The home page while nobody is live (rule HOME-5). */
export function QuietHome() {
  return (
    <>
      <Pitch kind="primary">
        <h1 className={styles.quietTitle}>{texts.noneActive}</h1>
        <p className={styles.quietText}>{texts.checkBack}</p>
      </Pitch>
      <RecentChannels hasPlace without={[]} />
      <h2 id="first-steps" className={styles.stepsTitle}>
        {texts.firstSteps}
      </h2>
      <ol className={styles.steps} aria-labelledby="first-steps">
        {texts.steps.map(([title, text]) => (
          <li key={title}>
            <strong>{title}</strong>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </>
  )
}
