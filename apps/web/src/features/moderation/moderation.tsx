import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { openRoom } from '../../lib/chat-room/open-room.ts'
import { useStore } from '../../lib/store/use-store.ts'
import { useSessionStore } from '../../session/session.tsx'
import { sentences } from '../../texts/contract/sentences.ts'
import { moderationTexts as texts } from '../../texts/streamer/moderation.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import { ActionLog } from './action-log.tsx'
import { BlockedWords } from './blocked-words.tsx'
import { ChatModes } from './chat-modes.tsx'
import { LiveMessages } from './live-messages.tsx'
import type { Moderating } from './moderating.ts'
import styles from './moderation.module.css'
import { createModerationStore, type ModerationState, type Outcome } from './moderation-store.ts'
import { Moderators } from './moderators.tsx'
import { Restricted } from './restrict/restricted.tsx'

const parts = {
  messages: LiveMessages,
  restricted: Restricted,
  moderators: Moderators,
  words: BlockedWords,
  log: ActionLog,
}
type Part = keyof typeof parts

/** Chat moderation of the own channel (spec section 2, 'Streamer dashboard'). */
export function Moderation({ user }: { user: string }) {
  const session = useSessionStore()
  const [store] = useState(() => createModerationStore({ api, channel: user, openRoom, session }))
  const state = useStore(store)
  useEffect(() => store.start(), [store])
  const [part, setPart] = useState<Part>('messages')
  const id = useId()
  const moderating: Moderating = { channel: user, state, store, report }
  const Shown = parts[part]

  return (
    <Panel title={texts.heading} aside={<Connection connection={state.connection} />}>
      <ChatModes {...moderating} />
      <div role="tablist" aria-label={texts.parts} className={styles.tabs} onKeyDown={moveBetweenTabs}>
        {(Object.keys(parts) as Part[]).map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}${name}`}
            aria-selected={name === part}
            aria-controls={`${id}panel`}
            tabIndex={name === part ? 0 : -1}
            className={styles.tab}
            onClick={() => setPart(name)}
          >
            {texts[name]}
            {name === 'restricted' && state.bans.length > 0 && (
              <span className={styles.count}>{state.bans.length}</span>
            )}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${part}`} className={styles.part}>
        {state.phase === 'loaded' ? (
          <Shown {...moderating} />
        ) : (
          <Awaiting
            label={texts.loading}
            failure={state.phase === 'failed' ? sentences.dashboard.chatFailed : null}
            onRetry={store.reload}
          />
        )}
      </div>
    </Panel>
  )
}

function Connection({ connection }: { connection: ModerationState['connection'] }) {
  return (
    <span role="status" className={`${styles.connection} ${styles[connection]}`}>
      {texts[connection]}
    </span>
  )
}

async function report(outcome: Promise<Outcome>): Promise<boolean> {
  const { ok, message } = await outcome
  if (message !== '') toast(message, ok ? 'success' : 'error')
  return ok
}

/** Arrow keys, as the pattern for tabs has it (WAI-ARIA Authoring Practices, 'Tabs'). */
function moveBetweenTabs(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const tabs = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('[role=tab]')]
  const at = tabs.indexOf(document.activeElement as HTMLButtonElement)
  const next = tabs[(at + step + tabs.length) % tabs.length]
  next?.focus()
  next?.click()
}
