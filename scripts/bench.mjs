// `npm run bench:NAME`: sets up what the bench needs and runs bench/NAME.ts.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildWebApp, environment, installPackages, installPrograms, node, root } from './setup.mjs'

const [name, ...args] = process.argv.slice(2)
installPackages()
if (!installPrograms({ ffmpeg: 'ffmpeg', chromium: 'chromium' })) process.exit(1)
buildWebApp()
const { status } = spawnSync(node, ['--disable-warning=ExperimentalWarning', join(root, `bench/${name}.ts`), ...args], {
  env: environment,
  stdio: 'inherit',
})
process.exit(status ?? 1)
