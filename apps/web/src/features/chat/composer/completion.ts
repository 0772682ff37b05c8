import { chatTexts } from '../../../texts/chat/chat.ts'
import { emotes } from '../emotes/emotes.ts'

export interface Completion {
  kind: 'mention' | 'emote' | 'command'
  /** A choice replaces the text from here up to `to`. */
  from: number
  to: number
  choices: readonly { key: string; label: string; insert: string }[]
}

const maxChoices = 7
const openToken = /(?:^|\s)(?:@(?<name>[a-z0-9.-]{0,16})|:(?<emote>[a-z0-9_+-]{2,32}))$/i
const openCommand = /^\/([a-z]*)$/i
const commands = chatTexts.commandUsage

/**
 * Completions of the word before the caret: a username after `@`, an emote after `:` and two letters, an incomplete command after a
 * leading `/`. Commands for moderators are offered to moderators only.
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
    const choices = firstMatches(offered, command).map((name) => ({
      key: name,
      label: commands[name as keyof typeof commands],
      insert: `/${name} `,
    }))
    // A complete command is not extended to a longer one.
    return Object.hasOwn(commands, command) ? undefined : completionOf('command', 0, caret, choices)
  }
  const groups = openToken.exec(text.slice(0, caret))?.groups
  if (groups?.name !== undefined) {
    const typed = groups.name.toLowerCase()
    const choices = firstMatches(usernames, typed).map((name) => ({
      key: name,
      label: `@${name}`,
      insert: `@${name} `,
    }))
    return completionOf('mention', caret - typed.length - 1, caret, choices)
  }
  if (groups?.emote !== undefined) {
    const typed = groups.emote.toLowerCase()
    const choices = firstMatches(Object.keys(emotes), typed).map((name) => ({
      key: name,
      label: `${emotes[name]} :${name}:`,
      insert: `:${name}: `,
    }))
    return completionOf('emote', caret - typed.length - 1, caret, choices)
  }
  return undefined
}

function completionOf(kind: Completion['kind'], from: number, to: number, choices: Completion['choices']) {
  return choices.length === 0 ? undefined : { kind, from, to, choices }
}

function firstMatches(names: Iterable<string>, typed: string): string[] {
  const matches: string[] = []
  for (const name of names) {
    if (name.startsWith(typed)) matches.push(name)
    if (matches.length === maxChoices) break
  }
  return matches
}
