import { chatLimits } from '@waggle/contract/chat/limits'

/** An account that owns a channel. */
interface Attacker {
  name: string
  token: string
}

const lanesPerAttacker = 4

/**
 * Every account writes as much as it can to its own channel, four calls at a time: all moderators replaced, all blocked words replaced,
 * bans, clears, and reverts of what was done. Returns how many calls got each status.
 */
export async function attackByModerating(url: string, attackers: readonly Attacker[], isOver: () => boolean) {
  const statuses = new Map<number, number>()

  async function call({ name, token }: Attacker, method: string, path: string, body?: unknown) {
    const response = await fetch(`${url}/api/chat/${path.replace('{channel}', name)}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    return response.json()
  }

  async function lane(attacker: Attacker, number: number): Promise<void> {
    for (let round = number; !isOver(); round += lanesPerAttacker) {
      const moderators = namesOf(`m${round % 2}`, chatLimits.moderatorsMax)
      await call(attacker, 'PUT', 'config/{channel}', { moderators, blockedWords: wordsOf(round) })
      await call(attacker, 'POST', 'messages/{channel}', { message: `round ${round}` })
      await call(attacker, 'POST', 'clear/{channel}')
      const { entries = [] } = await call(attacker, 'GET', 'log/{channel}?limit=2')
      for (const { id } of entries) await call(attacker, 'POST', `log/{channel}/${id}/revert`)
      await call(attacker, 'POST', 'ban/{channel}', { username: `user-${round}`, reason: 'r'.repeat(300) })
    }
  }

  await Promise.all(
    attackers.flatMap((attacker) => Array.from({ length: lanesPerAttacker }, (_, number) => lane(attacker, number))),
  )
  return statuses
}

function namesOf(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${prefix}-user${n}`)
}

function wordsOf(round: number): string[] {
  return Array.from({ length: chatLimits.blockedWordsMax }, (_, n) => `${round}-${n}-`.padEnd(50, 'x'))
}

export async function readHistory(url: string, channel: string): Promise<void> {
  const response = await fetch(`${url}/api/chat/messages/${channel}`)
  if (response.status !== 200) throw new Error(`the history was answered with ${response.status}`)
  await response.text()
}

/** Makes a call again and again; returns how long each took, in ms, the shortest first. */
export async function measureCalls(
  call: () => Promise<unknown>,
  isOver: () => boolean,
  pauseMs = 20,
): Promise<number[]> {
  const timesMs: number[] = []
  while (!isOver()) {
    const startMs = performance.now()
    await call()
    timesMs.push(performance.now() - startMs)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return timesMs.sort((a, b) => a - b)
}
