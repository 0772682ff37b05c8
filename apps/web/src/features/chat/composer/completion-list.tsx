import { nameColour } from '../../../lib/name-colour.ts'
import { chatTexts } from '../../../texts/chat/chat.ts'
import type { Completion } from './completion.ts'
import styles from './composer.module.css'

export function CompletionList({
  id,
  completion,
  active,
  onChoose,
}: {
  id: string
  completion: Completion
  active: number
  onChoose: (index: number) => void
}) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={{ mention: chatTexts.names, emote: chatTexts.emotes, command: chatTexts.commands }[completion.kind]}
      className={styles.choices}
    >
      {completion.choices.map(({ key, label }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field keeps the focus and handles the keys
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        <div
          key={key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className={styles.choice}
          data-kind={completion.kind}
          style={completion.kind === 'mention' ? { color: nameColour(key) } : undefined}
          // Otherwise the text field would lose the focus, which closes the list.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(index)}
        >
          {label}
        </div>
      ))}
    </div>
  )
}
