import { chatLimits } from '@waggle/contract/chat/limits'
import { limits } from '@waggle/contract/limits'
import { isUsername, normaliseUsername } from '@waggle/contract/names'
import { chatTexts } from '../../../texts/viewer/chat.ts'

export type Command =
  | { kind: 'say'; text: string }
  | { kind: 'timeout'; username: string; seconds: number; reason: string }
  | { kind: 'ban'; username: string; reason: string }
  | { kind: 'unban'; username: string }
  | { kind: 'slow'; seconds: number | null }
  | { kind: 'clear' }
  | { kind: 'announce'; text: string }
  | { kind: 'mistake'; message: string }

const uses = chatTexts.commandUses

/** Reads what was typed: a command where it begins with `/`, else something to say. `/me` is the server's to read. */
export function readCommand(typed: string): Command {
  const match = /^\/(\w*)(?:\s+([\s\S]*))?$/.exec(typed.trim())
  if (!match) return { kind: 'say', text: typed.trim() }
  const name = (match[1] ?? '').toLowerCase()
  const rest = (match[2] ?? '').trim()
  if (!Object.hasOwn(uses, name)) return { kind: 'mistake', message: chatTexts.noCommand(name, allCommands()) }
  return (
    parse(name as keyof typeof uses, rest) ?? {
      kind: 'mistake',
      message: chatTexts.writeCommand(uses[name as keyof typeof uses]),
    }
  )
}

function parse(name: keyof typeof uses, rest: string): Command | undefined {
  if (name === 'me') return rest === '' ? undefined : { kind: 'say', text: `/me ${rest}` }
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
  return Object.keys(uses)
    .map((name) => `/${name}`)
    .join(' ')
}
