import { decodeAll, probe } from '../../apps/server/src/media/recording/testing/play-replay.ts'
import { publish } from '../../apps/server/src/media/recording/testing/publish.ts'
import { startS3Server } from '../../apps/server/src/testing/engines/s3-server.ts'
import { startTestSite } from '../../apps/server/src/testing/site.ts'

// The recording store refuses everything for ten minutes of a broadcast, or as many as the first argument says. Afterwards nothing may be
// missing: ffmpeg plays the replay from the store.

const minutes = Number(process.argv[2] ?? 10)
const minuteMs = 60_000
const s3 = await startS3Server()
const { endpoint, bucket, region, accessKeyId, secretAccessKey } = s3.settings
const site = await startTestSite({
  env: {
    WAGGLE_TRANSCODE: 'off',
    WAGGLE_RECORDINGS_URL: `s3://${bucket}?region=${region}&endpoint=${endpoint}`,
    ...{ AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey },
  },
})
const startedMs = performance.now()
const passed = () => ((performance.now() - startedMs) / 1000).toFixed(0)

try {
  const publishedSeconds = (minutes + 2) * 60
  const options = { seconds: publishedSeconds, speed: 1, size: '160x120', framesPerSecond: 10 }
  const encoder = publish(`${site.rtmpUrl}/${await site.streamKey('alice')}`, options)
  const info = async () => (await site.request('GET', '/api/streams/info/alice')).json
  const streamId = await until(async () => (await info()).streamId ?? undefined)
  await until(async () => s3.objects.size > 0 || undefined)
  console.log(`${passed()} s: the store has ${s3.objects.size} object, and goes away`)
  s3.state.isAway = true
  await new Promise((resolve) => setTimeout(resolve, minutes * minuteMs))
  console.log(`${passed()} s: it has ${s3.objects.size}, after ${s3.state.requests} requests, and comes back`)
  s3.state.isAway = false
  await encoder.ended
  site.moveClock(2 * minuteMs)
  const replay = await until(async () => {
    const { status, json } = await site.request('GET', `/api/replays/${streamId}`)
    return status === 200 && json.durationSeconds > publishedSeconds - 5 ? json : undefined
  })
  const { token } = (await site.request('POST', `/api/hls/token/${streamId}`)).json
  const address = `${site.url}${replay.playlistPath}?token=${token}`
  await decodeAll(address)
  const { frames, seconds } = await probe(address)
  const missing = publishedSeconds * options.framesPerSecond - frames
  console.log(
    `${passed()} s: ${s3.objects.size} objects; ffmpeg decoded ${seconds.toFixed(1)} s of ${publishedSeconds} s, ${missing} frames are missing`,
  )
  if (missing > 0) process.exitCode = 1
} finally {
  await site.close()
  await s3.close()
}

async function until<Value>(read: () => Promise<Value | undefined>): Promise<Value> {
  for (;;) {
    const value = await read()
    if (value !== undefined) return value
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
