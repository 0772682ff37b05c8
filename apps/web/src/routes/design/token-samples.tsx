import { nameColour } from '../../lib/name-colour.ts'
import styles from './design.module.css'
import { Sample } from './sample.tsx'

const colours = [
  ...['bg', 'surface', 'surface-raised', 'surface-hover', 'surface-floating', 'border', 'border-strong'],
  ...['text', 'text-muted', 'text-faint', 'accent', 'accent-fill', 'accent-fill-hover', 'accent-soft'],
  ...['accent-border', 'live', 'danger', 'danger-fill', 'danger-fill-hover', 'danger-soft', 'danger-border', 'success'],
  ...['backdrop', 'media-bg', 'on-media', 'on-media-muted', 'on-media-faint', 'media-panel', 'media-shade'],
  ...['media-shade-soft', 'media-control', 'media-control-hover', 'media-track', 'media-border', 'media-outline'],
  ...['media-live', 'media-sample'],
]
const sizes = ['display', 'title', 'large', 'base', 'small', 'tiny']
const spaces = [1, 2, 3, 4, 5, 6, 7]
const radii = ['small', 'large', 'full']
const users = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'grace', 'heidi', 'ivan', 'judy', 'mallory', 'oscar']

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
      <Sample name="Names in the chat" isWide>
        {users.map((user) => (
          <p key={user}>
            <strong style={{ color: nameColour(user) }}>{user}</strong> play that bassline again at 1:24:07
          </p>
        ))}
      </Sample>
      <Sample name="Type" isWide>
        {sizes.map((size) => (
          <p key={size} className={size === 'display' || size === 'title' ? styles.headline : undefined}>
            <span style={{ fontSize: `var(--text-${size})` }}>Late-night modular jam ({size})</span>
          </p>
        ))}
        <p className="figure">1:11:47 and 1,111 viewers, 8:28:30 and 8,640 viewers</p>
      </Sample>
      <Sample name="Space">
        {spaces.map((space) => (
          <div
            key={space}
            className={styles.space}
            style={{ width: `var(--space-${space})` }}
            title={`--space-${space}`}
          />
        ))}
      </Sample>
      <Sample name="Radius">
        {['radius', ...radii.map((radius) => `radius-${radius}`)].map((radius) => (
          <div key={radius} className={styles.radius} style={{ borderRadius: `var(--${radius})` }}>
            <code>{radius}</code>
          </div>
        ))}
      </Sample>
    </>
  )
}
