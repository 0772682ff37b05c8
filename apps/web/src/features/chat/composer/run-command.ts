import type { ActionOutcome, ModerationCalls } from '../../../lib/chat-room/moderation-calls.ts'
import type { Command } from './command.ts'

/** Runs a typed command. The server decides whether the user is allowed to. */
export function runCommand(
  command: Exclude<Command, { kind: 'message' }>,
  calls: ModerationCalls,
): Promise<ActionOutcome> {
  switch (command.kind) {
    case 'timeout':
      return calls.timeOut(command.username, command.seconds, command.reason)
    case 'ban':
      return calls.ban(command.username, command.reason)
    case 'unban':
      return calls.unban(command.username)
    case 'slow':
      return calls.setSlowMode(command.seconds)
    case 'clear':
      return calls.clear()
    case 'announce':
      return calls.announce(command.text)
    case 'invalid':
      return Promise.resolve({ ok: false, message: command.message })
  }
}
