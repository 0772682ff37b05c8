// `npm start`: installs what is missing, then runs the server in the packaged Node, and again when it crashes.
import { join } from 'node:path'
import { keepRunning } from './keep-running.mjs'
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
keepRunning(node, [...flags, join(root, 'apps/server/src/main.ts'), ...process.argv.slice(2)], { env: environment })
