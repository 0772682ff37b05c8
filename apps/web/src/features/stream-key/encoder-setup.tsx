import { useIsPhone } from '../../lib/browser/use-media.ts'
import { streamKeyTexts as texts } from '../../texts/streamer/stream-key.ts'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { BroadcastGuide } from './broadcast-guide.tsx'
import { ObsProfileDownload } from './obs-profile-download.tsx'
import { PhoneApp } from './phone-app.tsx'
import { RecommendedSettings } from './recommended-settings.tsx'
import styles from './stream-key.module.css'

/**
 * The two ways to set up the encoder: a profile for OBS, or by hand. On a phone its own apps come first. `rtmpUrl` is absent until the
 * site is known.
 */
export function EncoderSetup({ rtmpUrl, streamKey }: { rtmpUrl: string | undefined; streamKey: string | undefined }) {
  const isPhone = useIsPhone()
  const profile = rtmpUrl && <ObsProfileDownload rtmpUrl={rtmpUrl} streamKey={streamKey} />
  if (isPhone) {
    return (
      <Panel title={texts.encoder}>
        <PhoneApp rtmpUrl={rtmpUrl} streamKey={streamKey} />
        <div>
          <RecommendedSettings />
        </div>
        <details>
          <summary className={styles.fold}>{texts.phone.computer}</summary>
          <div className={styles.ways}>
            {profile}
            <BroadcastGuide rtmpUrl={rtmpUrl} />
          </div>
        </details>
      </Panel>
    )
  }
  return (
    <Panel title={texts.encoder}>
      <div className={styles.ways}>
        {/* The settings stand in the shorter column. */}
        <div className={styles.way}>
          {profile}
          <RecommendedSettings />
        </div>
        <BroadcastGuide rtmpUrl={rtmpUrl} />
      </div>
    </Panel>
  )
}
