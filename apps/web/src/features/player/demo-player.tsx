import { useState } from 'react'
import { sampleLabel } from '../../lib/sample-data.ts'
import { sampleQualities } from '../../lib/sample-figures.ts'
import { demoTexts as texts } from '../../texts/viewer/player/demo.ts'
import { SampleBadge } from '../../ui/identity/badge.tsx'
import { StreamPlaceholder } from '../../ui/identity/stream-placeholder.tsx'
import controls from './controls/controls.module.css'
import { QualityMenu } from './controls/quality-menu.tsx'
import { automaticQuality } from './engines/quality.ts'
import styles from './player.module.css'
import { PlayerMessage } from './player-message.tsx'

/** The labelled demo that is shown when the stream lookup fails (rule PLAYER-2). */
export function DemoPlayer({ username }: { username: string }) {
  const [selected, setSelected] = useState<number>(automaticQuality)
  return (
    <>
      <div className={styles.backdrop} aria-hidden="true">
        <StreamPlaceholder username={username} />
      </div>
      <div className={styles.center}>
        <SampleBadge>{sampleLabel}</SampleBadge>
        <PlayerMessage title={texts.demo} role="status">
          {texts.demoText}
        </PlayerMessage>
      </div>
      <div className={styles.surface}>
        <div className={controls.bar} data-visible>
          <span className={controls.space} />
          <QualityMenu
            options={sampleQualities.map((name, value) => ({ value, name }))}
            selected={selected}
            playing={automaticQuality}
            onSelect={setSelected}
          />
        </div>
      </div>
    </>
  )
}
