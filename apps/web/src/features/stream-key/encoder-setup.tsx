import { streamKeyTexts as texts } from '../../texts/streamer/stream-key.ts'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { BroadcastGuide } from './broadcast-guide.tsx'
import { ObsProfileDownload } from './obs-profile-download.tsx'
import { RecommendedSettings } from './recommended-settings.tsx'
import styles from './stream-key.module.css'

/** The two ways to set up the encoder: a profile for OBS, or by hand. `rtmpUrl` is absent until the site is known. */
export function EncoderSetup({ rtmpUrl, streamKey }: { rtmpUrl: string | undefined; streamKey: string | undefined }) {
  return (
    <Panel title={texts.encoder}>
      <div className={styles.ways}>
        {/* The settings stand in the shorter column. */}
        <div className={styles.way}>
          {rtmpUrl && <ObsProfileDownload rtmpUrl={rtmpUrl} streamKey={streamKey} />}
          <RecommendedSettings />
        </div>
        <BroadcastGuide rtmpUrl={rtmpUrl} />
      </div>
    </Panel>
  )
}
