import { readdir, readFile } from 'node:fs/promises'

/** The running child processes of a process, with their arguments. */
export async function childrenOf(pid: number): Promise<{ pid: number; args: string[] }[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => ''))
  const pids = (await Promise.all(lists)).flatMap((list) => list.split(' ').filter(Boolean).map(Number))
  const children = pids.map(async (child) => {
    const line = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')
    return { pid: child, args: line.split('\0').slice(0, -1) }
  })
  // A process without arguments is a zombie.
  return (await Promise.all(children)).filter(({ args }) => args.length > 0)
}

/** The process that encodes a ladder, if there is one; with `rung`, such as '640:360', a ladder that has this size. */
export async function ladderEncoderOf(serverPid: number, rung = ''): Promise<number | undefined> {
  const children = await childrenOf(serverPid)
  const isLadder = (args: string[]) => args.includes('pipe:3') && args.some((arg) => arg.includes(`scale=${rung}`))
  return children.find(({ args }) => isLadder(args))?.pid
}
