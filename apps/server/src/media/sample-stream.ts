import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { saveChannel } from '../db/accounts/channels.ts'
import { replaceStreamKey } from '../db/accounts/stream-keys.ts'
import { hashStreamKey } from '../lib/stream-key.ts'
import type { MediaContext } from './context.ts'
import { memoryFor, openFfmpeg } from './ffmpeg/ffmpeg.ts'
import { pathsHiddenFromFfmpeg } from './ffmpeg/hidden-paths.ts'

const username = 'waggle'
const restartDelayMs = 3000
const memoryMebibytes = 1024

/**
 * Broadcasts a moving test picture with sound through the real ingest, so that a new installation has a live channel at once.
 * Returns a function that stops it.
 */
export async function startSampleStream(context: MediaContext, rtmpPort: number): Promise<() => void> {
  const streamKey = `wgl_${randomBytes(24).toString('base64url')}`
  const nowMs = context.now()
  await replaceStreamKey(context.db, username, hashStreamKey(context.secrets.streamKey, streamKey), nowMs)
  await saveChannel(
    context.db,
    {
      username,
      title: 'Sample stream: a test picture with sound',
      description:
        'This picture is made by the server itself, to show a live channel before the first encoder connects.',
      category: 'Technology',
      language: 'en',
      tags: ['Waggle'],
    },
    nowMs,
  )
  const url = `rtmp://127.0.0.1:${rtmpPort}/live/${streamKey}`
  const ffmpeg = await openFfmpeg(pathsHiddenFromFfmpeg(context.config))
  const limits = { maxMemoryBytes: memoryFor(memoryMebibytes), needsNetwork: true }
  let child: ChildProcess | undefined
  let restart: NodeJS.Timeout | undefined
  let isStopped = false

  function run(): void {
    let errorOutput = ''
    child = ffmpeg.start(sampleArguments(url), ['ignore', 'ignore', 'pipe'], limits)
    child.stderr?.on('data', (text) => {
      errorOutput = (errorOutput + text).slice(-400)
    })
    child.on('error', (error) => {
      context.log.error({ reason: error.message }, 'the sample stream needs ffmpeg: apt-get install ffmpeg')
    })
    child.on('exit', () => {
      if (isStopped) return
      context.log.warn(
        { ffmpeg: errorOutput.replaceAll(streamKey, '[stream key]') },
        'the sample stream stopped; starting it again',
      )
      restart = setTimeout(run, restartDelayMs)
    })
  }
  run()
  return () => {
    isStopped = true
    clearTimeout(restart)
    child?.kill('SIGTERM')
  }
}

function sampleArguments(url: string): string[] {
  const picture = 'testsrc2=size=1280x720:rate=30'
  const sound = "aevalsrc='0.2*sin(2*PI*(330+110*floor(mod(t,4)))*t)*between(mod(t,1),0,0.15)':sample_rate=48000"
  return [
    ...['-nostdin', '-hide_banner', '-loglevel', 'error'],
    ...['-re', '-f', 'lavfi', '-i', picture, '-re', '-f', 'lavfi', '-i', sound],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p', '-b:v', '1500k'],
    ...['-g', '60', '-keyint_min', '60', '-sc_threshold', '0'],
    ...['-c:a', 'aac', '-b:a', '96k', '-ac', '2', '-f', 'flv', url],
  ]
}
