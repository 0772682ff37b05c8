// `npm run package -- FOLDER`: makes the npm package `hive-waggle`, whose command is `waggle`, in FOLDER or in dist/.
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { buildWebApp, environment, installPackages, node, root } from './setup.mjs'

installPackages()
buildWebApp()
const into = resolve(process.argv[2] ?? join(root, 'dist'))
const args = ['--disable-warning=ExperimentalWarning', join(root, 'scripts/package/make-package.ts'), into]
const { status } = spawnSync(node, args, { env: environment, stdio: 'inherit' })
process.exit(status ?? 1)
