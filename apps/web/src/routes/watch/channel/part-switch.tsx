import { watchTexts as texts } from '../../../texts/viewer/watch.ts'
import { moveBetweenTabs } from '../../../ui/surfaces/tabs.tsx'
import styles from './part-switch.module.css'

/** The tabs of a narrow window: the chat, or what there is about the channel. They stand at the start of the line that heads both. */
export function PartSwitch({ isAbout, onAbout }: { isAbout: boolean; onAbout: (isAbout: boolean) => void }) {
  const tab = (isSelected: boolean, controls: string, label: string, isAboutTab: boolean) => (
    <button
      type="button"
      role="tab"
      id={`${controls}-tab`}
      aria-controls={controls}
      aria-selected={isSelected}
      tabIndex={isSelected ? 0 : -1}
      className={styles.tab}
      onClick={() => onAbout(isAboutTab)}
    >
      {label}
    </button>
  )
  return (
    <div className={styles.line} data-alone={isAbout || undefined}>
      <div role="tablist" aria-label={texts.parts} className={styles.switch} onKeyDown={moveBetweenTabs}>
        {tab(!isAbout, 'chat', texts.chat, false)}
        {tab(isAbout, 'about', texts.about, true)}
      </div>
    </div>
  )
}

/** As wide as the switch, which lies over the head of the chat. */
export function PartSwitchRoom() {
  return (
    <div className={`${styles.switch} ${styles.room}`} aria-hidden="true">
      <span className={styles.tab}>{texts.chat}</span>
      <span className={styles.tab}>{texts.about}</span>
    </div>
  )
}
