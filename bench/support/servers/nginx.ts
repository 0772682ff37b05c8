import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { shippedNginxConfig } from '../../../apps/server/src/testing/engines/nginx.ts'

export interface Program {
  pid: number
  stop(): Promise<void>
}

/** Runs Debian's nginx in the foreground with one worker and its own folder; `blocks` are its `http` or `rtmp` blocks. */
export async function startNginx(folder: string, port: number, blocks: string, modules = ''): Promise<Program> {
  const file = join(folder, 'nginx.conf')
  // Started as root, its worker would read our folder as another user.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    file,
    `${modules}\n${user}\ndaemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;\n` +
      `events { worker_connections 4096; }\n${blocks}\n`,
  )
  return startProgram('nginx', ['-p', folder, '-c', file, '-e', join(folder, 'error.log')], port)
}

/** Starts a server and waits until it listens. */
export async function startProgram(program: string, args: readonly string[], port: number): Promise<Program> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors = (errors + chunk).slice(-1000)
  })
  const exited = new Promise((resolve) => child.once('close', resolve))
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`${program} did not start: ${errors}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** The blocks of deploy/nginx.conf with these ports, and without HTTPS and logs. */
export async function shippedNginx(folder: string, originPort: number, port: number): Promise<string> {
  const text = (await readFile(shippedNginxConfig, 'utf8'))
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${originPort}`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port} backlog=4096;`)
    .replace('listen 80;', 'listen unix:nginx-unused.sock;')
    .replace(/^ {4}ssl_.*$/gm, '')
    // All viewers of a measurement have one address.
    .replace(/^ +limit_(req zone|conn waggle).*$/gm, '')
    .replace('/var/lib/nginx/waggle', join(folder, 'cache'))
    .replaceAll('/var/log/nginx', folder)
  return `http { ${text} }`
}
