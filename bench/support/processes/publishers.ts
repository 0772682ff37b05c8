import { type ChildProcess, spawn } from 'node:child_process'

/** How many start at once: servers limit unauthenticated connections per address, and starting ffmpeg takes processor time. */
const atOnce = 8

export interface Publishers {
  /** Throws when a publisher has ended by itself. */
  check(): void
  stop(): Promise<void>
}

/** Publishes a file to every address, in a loop, in real time and without encoding it. Resolves when all broadcasts have started. */
export async function publishFile(file: string, addresses: readonly string[]): Promise<Publishers> {
  const publishers: ReturnType<typeof publish>[] = []
  const waiting = [...addresses]
  const publishSome = async () => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      const publisher = publish(file, address)
      publishers.push(publisher)
      await Promise.race([publisher.started, publisher.exited])
    }
  }
  await Promise.all(Array.from({ length: atOnce }, publishSome))
  return {
    check() {
      const ended = publishers.find(({ child }) => hasEnded(child))
      if (ended) throw new Error(`a publisher ended: ${ended.output()}`)
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
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors = (errors + chunk).slice(-300)
  })
  // ffmpeg reports progress for the first time after the server has answered `publish`.
  const started = new Promise((resolve) => child.stdout.once('data', resolve))
  child.stdout.resume()
  return { child, output: () => errors, started, exited: new Promise((resolve) => child.once('close', resolve)) }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
