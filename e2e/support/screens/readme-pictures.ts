import { execFile } from 'node:child_process'
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const images = fileURLToPath(new URL('../../../docs/images', import.meta.url))
const maxBytes = 300_000
const quality = '82'

/** The pictures of the README, each made of a screen in a size. */
const pictures = [
  ['home', '1440-dark/home-live.png'],
  ['watch', '1440-dark/watch-live-viewer.png'],
  ['dashboard', '1440-dark/dashboard-live.png'],
  ['phone', '390-dark/watch-live-viewer.png'],
] as const

/** What `npm run screens -- --readme` takes. */
export const readmeOrder = {
  only: '^(home-live|watch-live-viewer|dashboard-live)$',
  sizes: '390,1440',
  themes: 'dark',
  scale: '1.5',
} as const

/** Makes the pictures in docs/images of the screens in `folder`, and returns their files. Throws where one is too large for a README. */
export async function makeReadmePictures(folder: string): Promise<string[]> {
  await mkdir(images, { recursive: true })
  const files = []
  for (const [name, source] of pictures) {
    const file = join(images, `${name}.webp`)
    await run('ffmpeg', [
      ...['-nostdin', '-loglevel', 'error', '-y', '-i', join(folder, source)],
      ...['-c:v', 'libwebp', '-preset', 'picture', '-quality', quality, file],
    ])
    const { size } = await stat(file)
    if (size > maxBytes) throw new Error(`${file} has ${size} bytes, more than ${maxBytes}`)
    files.push(file)
  }
  return files
}
