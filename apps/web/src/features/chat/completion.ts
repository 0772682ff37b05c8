import { emotes } from './emotes.ts'

export interface Completion {
  kind: 'mention' | 'emote'
  /** Where in the text the part begins that a choice replaces. */
  from: number
  to: number
  choices: readonly { key: string; label: string; insert: string }[]
}

const maxChoices = 6
const open = /(?:^|\s)(?:@(?<name>[a-z0-9.-]{0,16})|:(?<emote>[a-z0-9_+-]{2,32}))$/i

/** What may be meant by the word before the caret: a name after `@`, an emote after `:` and two letters. */
export function findCompletion(text: string, caret: number, usernames: Iterable<string>): Completion | undefined {
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
