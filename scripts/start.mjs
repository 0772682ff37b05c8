// `npm start`: installs what is missing, then runs the server in the packaged Node, and again when it crashes.
import { keepRunning } from '../bin/keep-running.mjs'
import { nodeFlags, serverFile } from '../bin/programs.mjs'
import { buildWebApp, environment, installPackages, installPrograms, isThere, node, root } from './setup.mjs'

const wantsSample = process.argv.includes('--sample-stream') || process.env.WAGGLE_SAMPLE_STREAM === '1'

installPackages()
buildWebApp()
if (!isThere('ffmpeg')) {
  // The site runs without ffmpeg; the sample stream does not.
  const installed = installPrograms({ ffmpeg: 'ffmpeg' })
  if (!installed && wantsSample) process.exit(1)
}

keepRunning(node, [...nodeFlags, serverFile(root, 'main'), ...process.argv.slice(2)], { env: environment })
