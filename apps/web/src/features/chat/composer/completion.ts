import { chatTexts } from '../../../texts/viewer/chat.ts'
import { emotes } from '../emotes/emotes.ts'

export interface Completion {
  kind: 'mention' | 'emote' | 'command'
  /** Where in the text the part begins that a choice replaces. */
  from: number
  to: number
  choices: readonly { key: string; label: string; insert: string }[]
}

const maxChoices = 7
const open = /(?:^|\s)(?:@(?<name>[a-z0-9.-]{0,16})|:(?<emote>[a-z0-9_+-]{2,32}))$/i
const openCommand = /^\/([a-z]*)$/i
const commands = chatTexts.commandUses

/**
 * What may be meant by the word before the caret: a name after `@`, an emote after `:` and two letters, a command that is not
 * whole yet after a `/` at the beginning. Those that only moderators may use are offered to them alone.
 */
export function findCompletion(
  text: string,
  caret: number,
  usernames: Iterable<string>,
  isModerating: boolean,
): Completion | undefined {
  const command = openCommand.exec(text.slice(0, caret))?.[1]?.toLowerCase()
  if (command !== undefined) {
    const offered = isModerating ? Object.keys(commands) : ['me']
    const choices = choose(offered, command).map((name) => ({
      key: name,
      label: commands[name as keyof typeof commands],
      insert: `/${name} `,
    }))
    // A whole command that begins another one is meant as it is.
    return Object.hasOwn(commands, command) ? undefined : answer('command', 0, caret, choices)
  }
  const groups = open.exec(text.slice(0, caret))?.groups
  if (groups?.name !== undefined) {
    const typed = groups.name.toLowerCase()
    const choices = choose(usernames, typed).map((name) => ({ key: name, label: `@${name}`, insert: `@${name} ` }))
    return answer('mention', caret - typed.length - 1, caret, choices)
  }
  if (groups?.emote !== undefined) {
    const typed = groups.emote.toLowerCase()
    const choices = choose(Object.keys(emotes), typed).map((name) => ({
      key: name,
      label: `${emotes[name]} :${name}:`,
      insert: `:${name}: `,
    }))
    return answer('emote', caret - typed.length - 1, caret, choices)
  }
  return undefined
}

function answer(kind: Completion['kind'], from: number, to: number, choices: Completion['choices']) {
  return choices.length === 0 ? undefined : { kind, from, to, choices }
}

function choose(names: Iterable<string>, typed: string): string[] {
  const chosen: string[] = []
  for (const name of names) {
    if (name.startsWith(typed)) chosen.push(name)
    if (chosen.length === maxChoices) break
  }
  return chosen
}
