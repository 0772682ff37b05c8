// `npm start`: installs what is missing, then runs the server in the packaged Node.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildWebApp, environment, installPackages, installPrograms, isThere, node, root } from './setup.mjs'

const wantsSample = process.argv.includes('--sample-stream') || process.env.WAGGLE_SAMPLE_STREAM === '1'

installPackages()
buildWebApp()
if (!isThere('ffmpeg')) {
  // The site runs without ffmpeg; the sample stream does not.
  const installed = installPrograms({ ffmpeg: 'ffmpeg' })
  if (!installed && wantsSample) process.exit(1)
}

// Under a flood of requests V8's young generation grows by a hundred megabytes, which it keeps. Unlike the flags in main.ts, this one
// works only on the command line.
const flags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=16']
const server = spawn(node, [...flags, join(root, 'apps/server/src/main.ts'), ...process.argv.slice(2)], {
  env: environment,
  stdio: 'inherit',
})
// A terminal sends Ctrl-C to both processes, a service manager sends SIGTERM to this one only. The server decides when it exits.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => signal === 'SIGTERM' && server.kill(signal))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
