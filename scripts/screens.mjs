// `npm run screens`: installs what the pictures need and runs e2e/screens.ts.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildWebApp, chromium, environment, installPackages, installPrograms, node, root } from './setup.mjs'

installPackages()
// Without a font of emoji the chat of the pictures is full of boxes.
const emoji = { '/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf': 'fonts-noto-color-emoji' }
if (!installPrograms({ ffmpeg: 'ffmpeg', ...chromium, ...emoji })) process.exit(1)
buildWebApp()
const args = ['--disable-warning=ExperimentalWarning', join(root, 'e2e/screens.ts'), ...process.argv.slice(2)]
const { status } = spawnSync(node, args, { env: environment, stdio: 'inherit' })
process.exit(status ?? 1)
