import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, it } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { obstacleToPrivacy } from '../../http/entrance/obstacle.ts'
import { start } from '../../start.ts'
import { startOperatedSite } from '../../testing/operated-site.ts'

const edges = { WAGGLE_EDGES: 'http://127.0.0.1:9' }
const sentence =
  /WAGGLE_EDGES names a server that hands media out to everybody\. Remove the setting and restart the site\.$/

it('[MEMBER-1] a site whose media an edge hands out does not become private, and its form says why', async () => {
  const site = await startOperatedSite([], { env: edges })
  const { revision, obstacle } = (await site.as('alice', 'GET', '/api/operate/entrance')).json
  expect(obstacle).toMatch(sentence)
  const answer = await site.as('alice', 'PUT', '/api/operate/entrance', {
    value: { isPrivate: true, hint: '' },
    revision,
  })
  expect(answer).toMatchObject({
    status: 409,
    json: { code: 'cannot_be_private', error: expect.stringMatching(sentence) },
  })
  expect((await site.request('GET', '/api/streams')).status).toBe(200)
  await site.close()
})

it('[MEMBER-1] a private site does not start with an edge', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'waggle-unguarded-'))
  const data = { WAGGLE_HTTP_PORT: '0', WAGGLE_RTMP_PORT: '0', WAGGLE_DATA_DIR: folder }
  const site = await startOperatedSite([], { env: data })
  const { revision } = (await site.as('alice', 'GET', '/api/operate/entrance')).json
  const body = { value: { isPrivate: true, hint: '' }, revision }
  expect((await site.as('alice', 'PUT', '/api/operate/entrance', body)).status).toBe(200)
  await site.close()
  const options = { log: pino({ level: 'silent' }), webDist: folder, now: Date.now }
  const config = readConfig({ ...data, ...edges, WAGGLE_OPERATORS: 'alice' })
  await expect(start(config, options)).rejects.toThrow(sentence)
  await rm(folder, { recursive: true })
})

it.each([
  ['WAGGLE_MOQ_RELAY', { moqRelay: {} }, {}],
  ['WAGGLE_EDGE_SECRET', { egress: { edgeSecret: 'a'.repeat(32) } }, {}],
  ['WAGGLE_RECORDINGS_PUBLIC_URL', { recordings: { publicUrl: 'https://cdn.example' } }, {}],
  ['VITE_HLS_URL', {}, { hls: 'https://hls.example' }],
])('[MEMBER-1] %s keeps a site from being private', (name, setup, servers) => {
  const guarded = { moqRelay: undefined, edges: [], recordings: 'off', egress: { edgeSecret: undefined } } as const
  expect(obstacleToPrivacy(guarded)).toBeUndefined()
  expect(obstacleToPrivacy({ ...guarded, ...setup }, servers)).toContain(name)
})
