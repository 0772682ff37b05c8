import { type ReactNode, useEffect, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { openRoom } from '../../lib/chat-room/open-room.ts'
import { useStore } from '../../lib/store/use-store.ts'
import { useSessionStore } from '../../session/session.tsx'
import { sentences } from '../../texts/contract/sentences.ts'
import { moderationTexts as texts } from '../../texts/streamer/moderation.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { Tabs } from '../../ui/surfaces/tabs.tsx'
import { ActionLog, LatestActions } from './action-log.tsx'
import { BlockedWords } from './blocked-words.tsx'
import { ChatModes } from './chat-modes.tsx'
import { ConfigMissing } from './config-missing.tsx'
import { LiveMessages } from './live-messages.tsx'
import styles from './moderation.module.css'
import type { ModerationTabProps } from './moderation-tab-props.ts'
import { Moderators } from './moderators.tsx'
import { RestrictedUsers } from './restrict/restricted-users.tsx'
import type { ModerationState } from './store/moderation-state.ts'
import { createModerationStore } from './store/moderation-store.ts'

const tabs = {
  messages: LiveMessages,
  modes: ChatRules,
  restricted: RestrictedUsers,
  moderators: Moderators,
  words: BlockedWords,
  log: ActionLog,
}
type Tab = keyof typeof tabs

/** The moderation of the user's own chat (rule MOD-1). */
export function Moderation({
  user,
  renderText,
  composer,
}: {
  user: string
  renderText: (message: string) => ReactNode
  composer: ReactNode
}) {
  const session = useSessionStore()
  const [store] = useState(() => createModerationStore({ api, channel: user, openRoom, session }))
  const state = useStore(store)
  useEffect(() => store.start(), [store])
  const [activeTab, setActiveTab] = useState<Tab>('messages')
  // There the rules are a tab: the messages have the window.
  const isPhone = useIsPhone()
  const tabProps: ModerationTabProps = { channel: user, state, store, renderText, composer }
  const shownTabs = (Object.keys(tabs) as Tab[]).filter((key) => isPhone || key !== 'modes')
  const selected = shownTabs.includes(activeTab) ? activeTab : 'messages'
  const ActiveTab = tabs[selected]

  return (
    // The messages scroll in what the window has left; everything else scrolls with the page.
    <div className={styles.place} data-fills-window={selected === 'messages' || undefined}>
      <Panel isMain title={texts.heading} aside={<Connection connection={state.connection} />}>
        <div className={styles.columns}>
          {!isPhone && (
            <div className={styles.side}>
              <details className={styles.rules} open>
                <summary className={styles.legend}>{texts.modes}</summary>
                <ChatRules {...tabProps} />
              </details>
              {selected !== 'log' && state.phase === 'loaded' && <LatestActions state={state} />}
            </div>
          )}
          <Tabs
            label={texts.tabs}
            tabs={shownTabs.map((key) => ({
              key,
              label: texts[key],
              ...(key === 'restricted' && { count: state.bans.length }),
            }))}
            selected={selected}
            onSelect={setActiveTab}
          >
            <div className={styles.part}>
              {state.phase === 'loaded' ? (
                <ActiveTab {...tabProps} />
              ) : (
                <Awaiting
                  label={texts.loading}
                  failure={state.phase === 'failed' ? sentences.dashboard.chatFailed : null}
                  onRetry={store.reload}
                />
              )}
            </div>
          </Tabs>
        </div>
      </Panel>
    </div>
  )
}

function ChatRules(props: ModerationTabProps) {
  const { config, configFailure } = props.state
  return (
    <>
      <ChatModes {...props} />
      {!config && configFailure !== null && <ConfigMissing {...props} />}
    </>
  )
}

function Connection({ connection }: { connection: ModerationState['connection'] }) {
  return (
    <span role="status" className={`${styles.connection} ${styles[connection]}`}>
      {texts[connection]}
    </span>
  )
}
