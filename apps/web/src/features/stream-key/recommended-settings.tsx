import { formatNumber } from '../../lib/format/format.ts'
import { streamKeyTexts as texts } from '../../texts/streamer/stream-key.ts'
import { presets, uploadMbps } from './presets.ts'
import styles from './stream-key.module.css'

export function RecommendedSettings() {
  return (
    <>
      <h4 className={styles.subtitle}>{texts.recommended}</h4>
      <table className={styles.presets}>
        <thead>
          <tr>
            <th scope="col">{texts.quality}</th>
            <th scope="col">{texts.videoBitrate}</th>
            <th scope="col">{texts.uploadNeeded}</th>
          </tr>
        </thead>
        <tbody>
          {presets.map((preset) => (
            <tr key={preset.name}>
              <th scope="row">{preset.name}</th>
              <td>{texts.kilobits(formatNumber(preset.videoKbps))}</td>
              <td>{texts.megabits(formatNumber(uploadMbps(preset)))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.tip}>{texts.forAll}</p>
    </>
  )
}
