import { useStore } from '../../../lib/store/use-store.ts'
import { shortcutTexts as texts } from '../../../texts/viewer/player/shortcuts.ts'
import { Modal } from '../../../ui/surfaces/modal.tsx'
import { preferences } from '../media/preferences.ts'
import { shortcuts } from './shortcut-list.ts'
import styles from './shortcuts-dialog.module.css'

/** Lists the keyboard shortcuts and lets the viewer choose whether they work outside the player. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const areKeysGlobal = useStore(preferences, (state) => state.areKeysGlobal)
  return (
    <Modal title={texts.title} isWide onClose={onClose}>
      <dl className={styles.list}>
        {shortcuts.map(({ keys, action }) => (
          <div key={action} className={styles.row}>
            <dt>{action}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={areKeysGlobal}
          onChange={({ target }) => preferences.setState({ areKeysGlobal: target.checked })}
        />
        <span>
          {texts.everywhere}
          <small>{texts.everywhereHint}</small>
        </span>
      </label>
    </Modal>
  )
}
