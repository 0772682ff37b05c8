import { streamKeyTexts as texts } from '../../texts/streamer/stream-key.ts'
import { ObsWindow } from './obs-window.tsx'
import { Step } from './step.tsx'
import styles from './stream-key.module.css'

/** How to set up OBS or other RTMP software by hand (rule KEY-5). */
export function BroadcastGuide({ rtmpUrl }: { rtmpUrl: string | undefined }) {
  const { steps } = texts
  return (
    <section className={styles.way}>
      <h3 className={styles.wayTitle}>{texts.setUp}</h3>
      <ol className={styles.steps}>
        <Step parts={[steps.copyKey]} />
        <Step parts={steps.openSettings} />
        <Step parts={steps.setService} />
        <li>
          {steps.setServer[0]}
          <strong>{steps.setServer[1]}</strong>
          {steps.setServer[2]}
          {rtmpUrl ? <code>{rtmpUrl}</code> : steps.thisSite}.
        </li>
        <Step parts={steps.pasteKey} />
        <Step parts={steps.output} />
        <Step parts={steps.start} />
      </ol>
      <ObsWindow rtmpUrl={rtmpUrl} steps={[3, 4, 5]} />
    </section>
  )
}
