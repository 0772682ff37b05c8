import { type ChildProcess, spawn } from 'node:child_process'

/** So many begin at once: servers bound how many strangers of one address may knock, and ffmpeg's start is work. */
const atOnce = 8

export interface Publishers {
  /** Throws when one has ended by itself. */
  check(): void
  stop(): Promise<void>
}

/** Publishes a file to every address, over and over at real speed and without encoding it. Resolves when all are on air. */
export async function publishFile(file: string, addresses: readonly string[]): Promise<Publishers> {
  const publishers: ReturnType<typeof publish>[] = []
  const waiting = [...addresses]
  const publishSome = async () => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      const publisher = publish(file, address)
      publishers.push(publisher)
      await Promise.race([publisher.onAir, publisher.exited])
    }
  }
  await Promise.all(Array.from({ length: atOnce }, publishSome))
  return {
    check() {
      const ended = publishers.find(({ child }) => hasEnded(child))
      if (ended) throw new Error(`a publisher ended: ${ended.words()}`)
    },
    async stop() {
      for (const { child } of publishers) child.kill('SIGKILL')
      await Promise.all(publishers.map(({ exited }) => exited))
    },
  }
}

function publish(file: string, address: string) {
  const child = spawn(
    'ffmpeg',
    [
      ...['-nostdin', '-v', 'error', '-progress', 'pipe:1', '-re', '-stream_loop', '-1', '-i', file],
      ...['-c', 'copy', '-f', 'flv', address],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let words = ''
  child.stderr.on('data', (chunk) => {
    words = (words + chunk).slice(-300)
  })
  // Its first word about progress comes after the server's answer to `publish`.
  const onAir = new Promise((resolve) => child.stdout.once('data', resolve))
  child.stdout.resume()
  return { child, words: () => words, onAir, exited: new Promise((resolve) => child.once('close', resolve)) }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
