import { type ReactNode, type RefObject, useId } from 'react'
import { useStore } from '../../../lib/store/use-store.ts'
import { chatTexts } from '../../../texts/chat/chat.ts'
import { Switch } from '../../../ui/forms/switch.tsx'
import { Popover } from '../../../ui/popover/popover.tsx'
import { chatPreferences, textSizes } from './chat-preferences.ts'
import styles from './chat-settings.module.css'
import { HiddenUsers } from './hidden-users.tsx'

/** How the reader likes the chat (rule CHAT-15). `children`: what the head of the chat has no room for. */
export function ChatSettings({
  anchor,
  onClose,
  children,
}: {
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
  children?: ReactNode
}) {
  const { textSize, hasTimestamps, isWithPicture } = useStore(chatPreferences)
  const name = useId()
  return (
    <Popover title={chatTexts.settings} anchor={anchor} onClose={onClose}>
      <div className={styles.settings}>
        {children}
        <fieldset className={styles.sizes}>
          <legend className={styles.legend}>{chatTexts.textSize}</legend>
          {textSizes.map((size) => (
            <label key={size} className={styles.size} data-text={size}>
              <input
                type="radio"
                name={name}
                className="visually-hidden"
                aria-label={chatTexts.textSizes[size]}
                checked={size === textSize}
                onChange={() => chatPreferences.setState({ textSize: size })}
              />
              <span aria-hidden="true">{chatTexts.sizeSample}</span>
            </label>
          ))}
        </fieldset>
        <Switch
          label={chatTexts.timestamps}
          isOn={hasTimestamps}
          onChange={(hasTimestamps) => chatPreferences.setState({ hasTimestamps })}
        />
        <Switch
          label={chatTexts.withPicture}
          hint={chatTexts.withPictureHint}
          isOn={isWithPicture}
          onChange={(isWithPicture) => chatPreferences.setState({ isWithPicture })}
        />
        <HiddenUsers />
        <p className={styles.note}>{chatTexts.rememberedHere}</p>
      </div>
    </Popover>
  )
}
