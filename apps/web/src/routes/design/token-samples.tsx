import styles from './design.module.css'
import { Sample } from './sample.tsx'

const colours = [
  ...['bg', 'surface', 'surface-raised', 'surface-hover', 'border', 'border-strong'],
  ...['text', 'text-muted', 'text-faint', 'accent', 'accent-hover', 'accent-fill', 'accent-fill-hover', 'accent-soft'],
  ...['live', 'danger', 'danger-soft', 'danger-border', 'success', 'backdrop'],
  ...['media-bg', 'on-media', 'on-media-muted', 'on-media-faint', 'media-panel', 'media-shade', 'media-shade-soft'],
  ...[
    'media-control',
    'media-control-hover',
    'media-track',
    'media-border',
    'media-outline',
    'media-live',
    'media-sample',
  ],
]
const sizes = ['--text-small', '--text-base', '--text-large', '--text-title', '--text-display']

export function TokenSamples() {
  return (
    <>
      <Sample name="Colours">
        {colours.map((name) => (
          <div key={name} className={styles.swatch}>
            <span style={{ background: `var(--${name})` }} />
            <code>{name}</code>
          </div>
        ))}
      </Sample>
      <Sample name="Type" isWide>
        {sizes.map((size) => (
          <p key={size} style={{ fontSize: `var(${size})` }}>
            A bee tells the hive where to look ({size})
          </p>
        ))}
      </Sample>
    </>
  )
}
