import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import {
  coastPicture,
  editorPicture,
  gamePanel,
  gamePicture,
  keyboardPicture,
  kitchenPicture,
  notesPicture,
} from './sample-pictures.ts'

const run = promisify(execFile)
const seconds = 20
const sourceFile = fileURLToPath(new URL('../../../packages/media/src/hls/cut/segmenter.ts', import.meta.url))

interface Clip {
  /** The first moves, the second stands above it. */
  pictures: (() => string | Promise<string>)[]
  /** The way of the camera, which is back at its beginning after `seconds`. */
  camera: string
  sound: string
}

// The option -loop would decode the picture for each frame.
const everyFrame = 'loop=loop=-1:size=1,setpts=N/30/TB'
const thereAndBack = `(0.5-0.5*cos(2*PI*t/${seconds}))`
const clips = {
  coast: {
    pictures: [coastPicture],
    camera: `crop=1280:720:x='120+480*${thereAndBack}':y='140-60*${thereAndBack}'`,
    sound: 'anoisesrc=color=brown:amplitude=0.12:sample_rate=48000',
  },
  game: {
    pictures: [gamePicture, gamePanel],
    camera: `crop=1280:720:x='1900*${thereAndBack}':y=0`,
    sound: "aevalsrc='0.1*sin(2*PI*(262+65*floor(mod(t*4,5)))*t)':sample_rate=48000",
  },
  piano: {
    pictures: [notesPicture, keyboardPicture],
    camera: `scroll=vertical=${-1 / (30 * seconds)},crop=1280:720:0:0`,
    sound: "aevalsrc='0.1*sin(2*PI*(220+55*floor(mod(t*2,6)))*t)*exp(-3*mod(t,0.5))':sample_rate=48000",
  },
  kitchen: {
    pictures: [kitchenPicture],
    camera: `crop=1280:720:x='920*${thereAndBack}':y='100-60*${thereAndBack}'`,
    sound: 'anoisesrc=color=brown:amplitude=0.06:sample_rate=48000',
  },
  editor: {
    pictures: [async () => editorPicture(await readFile(sourceFile, 'utf8'))],
    camera: `crop=1280:720:x=0:y='420*${thereAndBack}'`,
    sound: 'anoisesrc=color=pink:amplitude=0.03:sample_rate=48000',
  },
} satisfies Record<string, Clip>

export type ClipName = keyof typeof clips

/** Makes the clips that are not in `folder` yet, and returns their files: 20 s of 1280 × 720 each, made to be repeated. */
export async function makeSampleClips(browser: Browser, folder: string): Promise<Record<ClipName, string>> {
  await mkdir(folder, { recursive: true })
  const files = Object.fromEntries(Object.keys(clips).map((name) => [name, join(folder, `${name}.flv`)]))
  for (const [name, clip] of Object.entries<Clip>(clips)) {
    const file = join(folder, `${name}.flv`)
    if (existsSync(file)) continue
    const pictures = []
    for (const [index, draw] of clip.pictures.entries()) {
      const picture = join(folder, `${name}-${index}.png`)
      await writeFile(picture, await rasterise(browser, await draw()))
      pictures.push(picture)
    }
    const unfinished = join(folder, `${name}-unfinished.flv`)
    await run('ffmpeg', encodingArguments(clip, pictures, unfinished))
    await rename(unfinished, file)
  }
  return files as Record<ClipName, string>
}

async function rasterise(browser: Browser, svg: string): Promise<Buffer> {
  const page = await browser.newPage()
  await page.setContent(`<body style="margin:0;background:transparent">${svg}</body>`)
  const png = await page.locator('svg').screenshot({ omitBackground: true })
  await page.close()
  return png
}

function encodingArguments({ camera, sound }: Clip, pictures: readonly string[], file: string): string[] {
  const above = pictures.length > 1 ? '[moving];[moving][1:v]overlay' : ''
  return [
    ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'],
    ...pictures.flatMap((picture) => ['-i', picture]),
    ...['-f', 'lavfi', '-i', sound],
    ...['-filter_complex', `[0:v]${everyFrame},${camera}${above},format=yuv420p[picture]`],
    ...['-map', '[picture]', '-map', `${pictures.length}:a`, '-t', String(seconds)],
    ...[
      '-c:v',
      'libx264',
      '-preset',
      'superfast',
      '-r',
      '30',
      '-b:v',
      '4000k',
      '-bf',
      '0',
      '-g',
      '60',
      '-sc_threshold',
      '0',
    ],
    ...['-c:a', 'aac', '-b:a', '96k', '-ac', '2', file],
  ]
}
