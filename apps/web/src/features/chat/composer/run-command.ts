import type { ActionOutcome, ModerationActions } from '../moderation-actions.ts'
import type { Command } from './command.ts'

/** Carries out a typed command. Whether the writer may is the server's to say. */
export function runCommand(
  command: Exclude<Command, { kind: 'say' }>,
  actions: ModerationActions,
): Promise<ActionOutcome> {
  switch (command.kind) {
    case 'timeout':
      return actions.timeOut(command.username, command.seconds, command.reason)
    case 'ban':
      return actions.ban(command.username, command.reason)
    case 'unban':
      return actions.unban(command.username)
    case 'slow':
      return actions.setSlowMode(command.seconds)
    case 'clear':
      return actions.clear()
    case 'announce':
      return actions.announce(command.text)
    case 'mistake':
      return Promise.resolve({ ok: false, message: command.message })
  }
}
