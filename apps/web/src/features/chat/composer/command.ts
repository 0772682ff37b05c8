import { chatLimits } from '@waggle/contract/chat/limits'
import { limits } from '@waggle/contract/limits'
import { isUsername, normaliseUsername } from '@waggle/contract/names'
import { chatTexts } from '../../../texts/chat/chat.ts'

export type Command =
  | { kind: 'message'; text: string }
  | { kind: 'timeout'; username: string; seconds: number; reason: string }
  | { kind: 'ban'; username: string; reason: string }
  | { kind: 'unban'; username: string }
  | { kind: 'slow'; seconds: number | null }
  | { kind: 'clear' }
  | { kind: 'announce'; text: string }
  | { kind: 'invalid'; message: string }

const usage = chatTexts.commandUsage

/** Text that begins with `/` is a command, other text a message. `/me` is sent as a message: the server interprets it. */
export function parseCommand(typed: string): Command {
  const match = /^\/(\w*)(?:\s+([\s\S]*))?$/.exec(typed.trim())
  if (!match) return { kind: 'message', text: typed.trim() }
  const name = (match[1] ?? '').toLowerCase()
  const rest = (match[2] ?? '').trim()
  if (!Object.hasOwn(usage, name)) return { kind: 'invalid', message: chatTexts.unknownCommand(name, allCommands()) }
  return (
    parseArguments(name as keyof typeof usage, rest) ?? {
      kind: 'invalid',
      message: chatTexts.commandHelp(usage[name as keyof typeof usage]),
    }
  )
}

function parseArguments(name: keyof typeof usage, rest: string): Command | undefined {
  if (name === 'me') return rest === '' ? undefined : { kind: 'message', text: `/me ${rest}` }
  if (name === 'clear') return rest === '' ? { kind: 'clear' } : undefined
  if (name === 'announce') return rest === '' ? undefined : { kind: 'announce', text: rest }
  if (name === 'slow') return parseSlow(rest)
  const [typedName = '', ...words] = rest.split(/\s+/)
  const username = normaliseUsername(typedName)
  if (!isUsername(username)) return undefined
  if (name === 'unban') return words.length === 0 ? { kind: 'unban', username } : undefined
  if (name === 'ban') return { kind: 'ban', username, reason: words.join(' ') }
  const hasSeconds = /^\d+$/.test(words[0] ?? '')
  const seconds = hasSeconds ? Number(words[0]) : limits.timeoutDefaultSeconds
  if (seconds < 1 || seconds > chatLimits.timeoutMaxSeconds) return undefined
  return { kind: 'timeout', username, seconds, reason: words.slice(hasSeconds ? 1 : 0).join(' ') }
}

function parseSlow(rest: string): Command | undefined {
  if (/^(off|0)$/i.test(rest)) return { kind: 'slow', seconds: null }
  if (rest === '') return { kind: 'slow', seconds: chatLimits.slowModeDefaultSeconds }
  const seconds = /^\d+$/.test(rest) ? Number(rest) : 0
  return seconds >= 1 && seconds <= chatLimits.slowModeMaxSeconds ? { kind: 'slow', seconds } : undefined
}

function allCommands(): string {
  return Object.keys(usage)
    .map((name) => `/${name}`)
    .join(' ')
}
