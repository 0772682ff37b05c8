import { CopyField } from './copy-field.tsx'
import styles from './stream-key.module.css'

/** How to set up OBS or other RTMP software. */
export function BroadcastGuide({ rtmpUrl }: { rtmpUrl: string | undefined }) {
  return (
    <section className={styles.card} aria-labelledby="guide-heading">
      <h2 id="guide-heading" className={styles.cardTitle}>
        Set up your streaming software
      </h2>
      {rtmpUrl && <CopyField label="Server" value={rtmpUrl} copiedText="Server address copied to clipboard!" />}
      <ol className={styles.steps}>
        <li>Generate a stream key above and copy it.</li>
        <li>
          In OBS, or other RTMP software, open <strong>Settings</strong>, then <strong>Stream</strong>.
        </li>
        <li>
          Set <strong>Service</strong> to <strong>Custom</strong>.
        </li>
        <li>
          Set <strong>Server</strong> to {rtmpUrl ? <code>{rtmpUrl}</code> : 'the address of this site'}.
        </li>
        <li>
          Paste the key into <strong>Stream Key</strong>.
        </li>
        <li>
          Press <strong>Start Streaming</strong>. Your channel is live within seconds.
        </li>
      </ol>
      <p className={styles.tip}>
        For the shortest delay, choose the x264 or hardware H.264 encoder, a keyframe interval of 2 s, and AAC sound.
      </p>
    </section>
  )
}
