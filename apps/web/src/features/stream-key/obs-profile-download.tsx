import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import { loadScript } from '../../lib/browser/load-script.ts'
import { saveFile } from '../../lib/browser/save-file.ts'
import { streamKeyTexts as texts } from '../../texts/streamer/stream-key.ts'
import { Button } from '../../ui/forms/button.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import { obsProfile, profileName } from './obs-profile.ts'
import { presets } from './presets.ts'
import { Step } from './step.tsx'
import styles from './stream-key.module.css'

/** A profile for OBS, built in the browser: the key leaves the page only in the file. `streamKey` is absent until one is generated. */
export function ObsProfileDownload({ rtmpUrl, streamKey }: { rtmpUrl: string; streamKey: string | undefined }) {
  const [preset, setPreset] = useState(presets[3] ?? presets[0])
  const [isKeyWanted, setKeyWanted] = useState(false)
  const hintId = useId()
  const key = isKeyWanted && streamKey !== undefined ? streamKey : ''

  async function download(): Promise<void> {
    try {
      const { strToU8, zipSync } = await loadScript(() => import('fflate'))
      const files = Object.entries(obsProfile(preset, rtmpUrl, key))
      const folder = profileName(preset)
      const zip = zipSync({ [folder]: Object.fromEntries(files.map(([name, text]) => [name, strToU8(text)])) })
      saveFile(`${folder}.zip`, zip, 'application/zip')
    } catch {
      toast(texts.downloadFailed, 'error')
    }
  }

  const { importSteps } = texts
  return (
    <section className={styles.way}>
      <h3 className={styles.wayTitle}>{texts.profile}</h3>
      <p className={styles.text}>{texts.profileExplanation}</p>
      <div className={styles.actions}>
        <label className={styles.choice}>
          {texts.quality}
          <select
            value={preset.name}
            onChange={({ target }) => setPreset(presets.find(({ name }) => name === target.value) ?? preset)}
          >
            {presets.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <Button onClick={() => void download()}>
          <Download size={18} aria-hidden="true" />
          {texts.download}
        </Button>
      </div>
      {streamKey !== undefined && (
        <div>
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={isKeyWanted}
              aria-describedby={hintId}
              onChange={({ target }) => setKeyWanted(target.checked)}
            />
            {texts.includeKey}
          </label>
          <p id={hintId} className={styles.tip}>
            {texts.includeKeyHint}
          </p>
        </div>
      )}
      <ol className={styles.steps}>
        <Step parts={[importSteps.unpack]} />
        <Step parts={importSteps.choose} />
        <Step parts={importSteps.select} />
        <Step parts={key === '' ? importSteps.withoutKey : importSteps.withKey} />
      </ol>
    </section>
  )
}
