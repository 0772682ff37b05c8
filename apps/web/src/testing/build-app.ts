import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Builds the app into a folder, as for production. */
export async function buildApp(dist: string): Promise<void> {
  // In a child process, because the test runner's environment would make it a development build.
  const vite = join(import.meta.dirname, '../../../../node_modules/vite/bin/vite.js')
  await promisify(execFile)(process.execPath, [vite, 'build', join(import.meta.dirname, '../..'), '--outDir', dist], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
}
