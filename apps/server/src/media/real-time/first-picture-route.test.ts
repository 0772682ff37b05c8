import { afterAll, beforeAll, expect, it } from 'vitest'
import { avcFrame, avcRecord } from '../../../../../packages/media/src/rtmp/testing/media-messages.ts'
import { issuePicturePass } from '../../lib/playback/picture-pass.ts'
import { openSecrets, type Secrets } from '../../lib/secrets.ts'
import { startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder, type TestEncoder } from '../../testing/test-encoder.ts'

let site: TestSite
let encoder: TestEncoder
let streamId: string
let secrets: Secrets
const logLines: string[] = []

beforeAll(async () => {
  site = await startTestSite({ env: { WAGGLE_TRANSCODE: 'off' }, onLog: (line) => logLines.push(line) })
  secrets = await openSecrets(site.dataDir)
  encoder = await connectEncoder(site.rtmpPort, await site.streamKey('alice'))
  encoder.send(8.5)
})
afterAll(async () => {
  await encoder?.close()
  await site?.close()
})

const channel = async () => (await site.request('GET', '/api/streams/info/alice')).json
const passFor = (id: string) => issuePicturePass(secrets.firstPicture, id, Date.now())
const fetchPicture = (pass: string, id = streamId) => fetch(`${site.url}/live/${id}/first-picture?token=${pass}`)

it('[PLAYER-25] is the newest key frame of the source, and a line that says how to decode it', async () => {
  await expect.poll(async () => (await channel()).isLive).toBe(true)
  streamId = (await channel()).streamId
  const answer = await fetchPicture(passFor(streamId))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  const bytes = Buffer.from(await answer.arrayBuffer())
  const end = bytes.indexOf('\n')
  expect(JSON.parse(bytes.subarray(0, end).toString())).toEqual({
    codec: `avc1.${Buffer.from(avcRecord.subarray(1, 4)).toString('hex')}`,
    description: Buffer.from(avcRecord).toString('hex'),
    codedWidth: expect.any(Number),
    codedHeight: expect.any(Number),
    timestampUs: expect.any(Number),
  })
  // Without the head of an RTMP message.
  expect(bytes.subarray(end + 1).equals(avcFrame(true, 0, 1000).subarray(5))).toBe(true)
})

it('[PLAYER-25] [T6] is refused without a pass, with one for another stream, with a token for the keys, and no log has the pass', async () => {
  const { token } = (await site.request('POST', `/api/hls/token/${streamId}`)).json
  for (const pass of ['', 'x', passFor('another'), token]) expect((await fetchPicture(pass)).status).toBe(401)
  expect((await fetchPicture(passFor('another'), 'another')).status).toBe(404)
  const pass = passFor(streamId)
  expect((await site.request('GET', `/api/hls/key/${streamId}/1?token=${pass}`)).status).toBe(403)
  expect(logLines.filter((line) => line.includes(pass))).toEqual([])
})
