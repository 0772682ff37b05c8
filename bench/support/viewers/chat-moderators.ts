import { setPriority } from 'node:os'
import { attackByModerating } from '../../../apps/server/src/testing/chat/moderation-attack.ts'
import { serveRequests } from '../servers/bench-child.ts'

// Accounts that write as much as they can to their own channels. They run in a process of their own that gives way to the measuring
// process, which shares its core.

setPriority(19)
let isOver = false
let attack: ReturnType<typeof attackByModerating>

serveRequests({ port: 0 }, async ({ kind, url, attackers }) => {
  if (kind === 'attack') {
    isOver = false
    attack = attackByModerating(url as string, attackers as { name: string; token: string }[], () => isOver)
    return
  }
  isOver = true
  return [...(await attack)]
})
