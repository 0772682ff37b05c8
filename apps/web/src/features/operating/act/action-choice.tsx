import type { ActionKind } from '@waggle/contract/operating/actions'
import {
  Ban,
  CircleStop,
  Eraser,
  EyeOff,
  Film,
  KeyRound,
  LogOut,
  MessageSquareOff,
  MessageSquareX,
  Network,
  Scissors,
  VideoOff,
  VolumeX,
} from 'lucide-react'
import { type ComponentType, useId } from 'react'
import { operatingTexts as texts } from '../../../texts/operating/console.ts'
import styles from './act-dialog.module.css'

type Group = keyof typeof texts.choiceGroups

/** Once and over, for a time or until it is undone, or for good. */
type Weight = 'once' | 'lasts' | 'final'

/** What each is about, with its sign. Within a group the mildest is the first. */
const choices: Record<ActionKind, { group: Group; weight: Weight; Sign: ComponentType<{ size: number }> }> = {
  'remove-message': { group: 'thing', weight: 'final', Sign: MessageSquareX },
  'remove-replay': { group: 'thing', weight: 'final', Sign: Film },
  'remove-clip': { group: 'thing', weight: 'final', Sign: Scissors },
  'revoke-stream-key': { group: 'broadcast', weight: 'once', Sign: KeyRound },
  'end-broadcast': { group: 'broadcast', weight: 'once', Sign: CircleStop },
  'suspend-broadcasting': { group: 'broadcast', weight: 'lasts', Sign: VideoOff },
  'forbid-address': { group: 'broadcast', weight: 'lasts', Sign: Network },
  'suspend-chat': { group: 'chat', weight: 'lasts', Sign: MessageSquareOff },
  silence: { group: 'chat', weight: 'lasts', Sign: VolumeX },
  'end-sessions': { group: 'account', weight: 'once', Sign: LogOut },
  'hide-channel': { group: 'account', weight: 'lasts', Sign: EyeOff },
  'clear-profile': { group: 'account', weight: 'final', Sign: Eraser },
  'suspend-account': { group: 'account', weight: 'lasts', Sign: Ban },
}
const inOrder = Object.keys(choices) as ActionKind[]

/** Everything that can be done, in groups. */
export function ActionChoice({
  kinds,
  chosen,
  effectId,
  onChoose,
}: {
  kinds: readonly ActionKind[]
  chosen: ActionKind | undefined
  /** Of the sentence that says what the chosen one does. */
  effectId: string
  onChoose: (kind: ActionKind) => void
}) {
  const id = useId()
  return (
    <div className={styles.groups} role="radiogroup" aria-label={texts.what}>
      {(Object.keys(texts.choiceGroups) as Group[]).map((group) => {
        const shown = inOrder.filter((kind) => choices[kind].group === group && kinds.includes(kind))
        if (shown.length === 0) return null
        return (
          <fieldset key={group} className={styles.kinds}>
            <legend>{texts.choiceGroups[group]}</legend>
            {shown.map((kind) => (
              <label key={kind} className={styles.kind}>
                <Sign kind={kind} />
                <span>
                  <span id={`${id}${kind}`}>{texts.choices[kind]}</span>
                  <span id={`${id}${kind}-hint`} className={styles.hint}>
                    {texts.choiceHints[kind]}
                  </span>
                </span>
                <input
                  type="radio"
                  name="kind"
                  value={kind}
                  checked={kind === chosen}
                  aria-labelledby={`${id}${kind}`}
                  aria-describedby={kind === chosen ? effectId : `${id}${kind}-hint`}
                  onChange={() => onChoose(kind)}
                />
              </label>
            ))}
          </fieldset>
        )
      })}
    </div>
  )
}

function Sign({ kind }: { kind: ActionKind }) {
  const { weight, Sign: Drawing } = choices[kind]
  return (
    <span className={styles.sign} data-weight={weight} aria-hidden="true">
      <Drawing size={18} />
    </span>
  )
}
