import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

/** One after the other: servers bound how many strangers of one address may knock at once. */
const betweenMs = 50

export interface Publishers {
  /** Throws when one has ended by itself. */
  check(): void
  stop(): Promise<void>
}

/** Publishes a file to every address, over and over at real speed and without encoding it. */
export async function publishFile(file: string, addresses: readonly string[]): Promise<Publishers> {
  const children: { child: ChildProcess; words: () => string; exited: Promise<unknown> }[] = []
  for (const address of addresses) {
    if (children.length > 0) await wait(betweenMs)
    const child = spawn(
      'ffmpeg',
      [
        ...['-nostdin', '-v', 'error', '-re', '-stream_loop', '-1', '-i', file],
        ...['-c', 'copy', '-f', 'flv', address],
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
    let words = ''
    child.stderr.on('data', (chunk) => {
      words = (words + chunk).slice(-300)
    })
    children.push({ child, words: () => words, exited: new Promise((resolve) => child.once('close', resolve)) })
  }
  return {
    check() {
      const ended = children.find(({ child }) => hasEnded(child))
      if (ended) throw new Error(`a publisher ended: ${ended.words()}`)
    },
    async stop() {
      for (const { child } of children) child.kill('SIGKILL')
      await Promise.all(children.map(({ exited }) => exited))
    },
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
