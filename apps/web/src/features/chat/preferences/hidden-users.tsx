import { X } from 'lucide-react'
import { useId, useRef } from 'react'
import { useStore } from '../../../lib/store/use-store.ts'
import { hiddenUserTexts as texts } from '../../../texts/chat/hidden-users.ts'
import { chatPreferences, withoutHidden } from './chat-preferences.ts'
import styles from './hidden-users.module.css'

/** The users whose messages the reader has hidden: a press on one shows them again (rule CHAT-25). */
export function HiddenUsers() {
  const { hiddenUsers } = useStore(chatPreferences)
  const headingId = useId()
  const section = useRef<HTMLElement>(null)
  if (hiddenUsers.length === 0) return null
  return (
    <section ref={section} aria-labelledby={headingId} tabIndex={-1}>
      <h3 id={headingId} className={styles.heading}>
        {texts.heading}
      </h3>
      <ul className={styles.users}>
        {hiddenUsers.map((username) => (
          <li key={username}>
            <button
              type="button"
              className={styles.user}
              aria-label={texts.show(username)}
              data-tooltip={texts.show(username)}
              onClick={() => {
                chatPreferences.setState({ hiddenUsers: withoutHidden(hiddenUsers, username) })
                // The button goes.
                section.current?.focus({ preventScroll: true })
              }}
            >
              @{username}
              <X size={14} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
