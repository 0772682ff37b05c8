import type { ChatConfig } from '@waggle/contract/chat/entities'
import { Heart, Hourglass, Smile } from 'lucide-react'
import { useState } from 'react'
import { showOutcome } from '../../lib/chat-room/show-outcome.ts'
import { chatTexts } from '../../texts/chat/chat.ts'
import styles from './chat-header.module.css'
import type { ChatView } from './use-chat.ts'

type Mode = 'slowMode' | 'followersOnly' | 'emoteOnly'
const modes = [
  ['slowMode', Hourglass],
  ['followersOnly', Heart],
  ['emoteOnly', Smile],
] as const satisfies [Mode, unknown][]

/** The modes of the chat that are on. Those who may change the rules see all of them, as switches that save at once. */
export function ChatModes({ chat }: { chat: ChatView }) {
  const [wanted, setWanted] = useState<Partial<Record<Mode, boolean>>>({})
  const { config } = chat.state
  if (!config) return null
  const isOn = (mode: Mode) => wanted[mode] ?? config[mode]

  async function change(mode: Mode): Promise<void> {
    const isWanted = !isOn(mode)
    setWanted((before) => ({ ...before, [mode]: isWanted }))
    const saving = chat.calls.updateConfig({ [mode]: isWanted })
    await showOutcome(saving)
    const { config: saved } = await saving
    if (saved) chat.store.setConfig(saved)
    setWanted(({ [mode]: _, ...rest }) => rest)
  }

  if (!mayChangeRules(chat, config)) {
    const active = modes.filter(([mode]) => config[mode])
    if (active.length === 0) return null
    return (
      <ul className={styles.modes} aria-label={chatTexts.modes}>
        {active.map(([mode, Icon]) => (
          <li key={mode} className={styles.mode}>
            <Icon size={12} aria-hidden="true" />
            {nameOf(mode, config, true)}
          </li>
        ))}
      </ul>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div className={styles.modes} role="group" aria-label={chatTexts.modes}>
      {modes.map(([mode, Icon]) => (
        <button
          key={mode}
          type="button"
          className={styles.switch}
          aria-pressed={isOn(mode)}
          onClick={() => void change(mode)}
        >
          <Icon size={12} aria-hidden="true" />
          {nameOf(mode, config, isOn(mode))}
        </button>
      ))}
    </div>
  )
}

function nameOf(mode: Mode, { slowModeInterval }: ChatConfig, isOn: boolean): string {
  if (mode !== 'slowMode') return chatTexts[mode]
  return isOn ? chatTexts.slowMode(slowModeInterval) : chatTexts.slowModeOff
}

/** The owner, and moderators where the owner lets them. The server decides; the page only hides what it would refuse. */
function mayChangeRules({ role }: ChatView, { moderatorsMayChangeRules }: ChatConfig): boolean {
  return role === 'owner' || (role === 'moderator' && moderatorsMayChangeRules)
}
