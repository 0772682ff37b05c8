import type { ActiveStream } from '@waggle/contract/endpoints'
import { tipMemo } from '@waggle/contract/hive/tips'
import { limits } from '@waggle/contract/limits'
import type { Browser } from 'playwright-core'
import { type ChatUser, openChatUser } from '../chat/chat-users.ts'
import { type Encoder, repeatFile, startEncoder } from '../encoders/encoder.ts'
import { callApi, newStreamKey, waitUntilLive } from '../server/account.ts'
import { broadcastOnHive, grantPosting } from '../server/sandbox-hive.ts'
import { type Site, startSite } from '../server/site.ts'
import { gatherAudience, joinChat } from './audience.ts'
import type { Scene } from './live-screens.ts'
import { operateSite, operator } from './operating/operated-site.ts'
import { closeSite } from './operating/private-screens.ts'
import { makeSampleClips } from './sample-clips.ts'
import { samplePanels } from './streaming/sample-panels.ts'
import { makeClips } from './watching/clip-screens.ts'

export interface LiveScene extends Scene {
  site: Site
  /** The session of a sandbox account. */
  tokenOf(username: string): string
  /** Lets only members in from now on, and returns the secret of an invitation. */
  closeSite(): Promise<string>
  close(): Promise<void>
}

const channels = [
  {
    username: 'alice',
    clip: 'coast',
    viewers: 22,
    title: 'Sunset on the north coast: slow television',
    description:
      'Every evening the same bay, without a word. Bring tea.\nThe map of the walk is at https://example.com/coast, the schedule at https://example.com/when.',
    category: 'Travel',
    tags: ['Nature', 'Calm', 'NoTalking'],
  },
  {
    username: 'carol',
    clip: 'piano',
    viewers: 14,
    title: 'Late piano: your requests until midnight',
    description: 'Write a song into the chat. I play what I know, and what I do not know I play slowly.',
    category: 'Music',
    tags: ['Piano', 'Requests'],
  },
  {
    username: 'dave',
    clip: 'game',
    viewers: 19,
    title: 'World 3-2 without a hit, attempt 214',
    description: 'One hit and it starts over.',
    category: 'Gaming',
    tags: ['Speedrun', 'Retro'],
  },
  {
    username: 'erin',
    clip: 'editor',
    viewers: 9,
    title: 'Let us write a video server: cutting segments',
    description: 'TypeScript from an empty folder to a stream.',
    category: 'Technology',
    tags: ['TypeScript', 'Video'],
  },
  {
    username: 'frank',
    clip: 'radio',
    viewers: 3,
    title: 'Radio for night owls',
    description: 'Sound only: leave it on.',
    category: 'Just Chatting',
    tags: ['Radio'],
  },
] as const

/** Two in a second, as loud and as quiet as music is. */
const beats = "aevalsrc='0.4*sin(2*PI*(220+55*floor(mod(t*2,6)))*t)*exp(-9*mod(t,0.5))':sample_rate=48000"

const lines = [
  ['bob', 'good evening from Lisbon :wave:'],
  ['dave', 'that light!'],
  ['carol', 'is this live or a painting?'],
  ['alice', 'live, with wind in the microphone'],
  ['erin', 'which lens is this?'],
  ['frank', 'came for five minutes, that was an hour ago :coffee:'],
  ['bob', '@erin she said 35 mm yesterday'],
  ['dave', 'birds :eyes: on the left'],
  [
    'carol',
    'can we see the lighthouse from here? The map says it should be behind the second ridge, about where the sun is',
  ],
  ['alice', 'in ten minutes, when the sun is behind the ridge'],
  ['erin', 'upvoted, best channel to work beside'],
  ['frank', ':fire::fire::fire:'],
  ['bob', 'the map is at https://example.com/coast'],
  ['carol', 'thank you @bob'],
  ['dave', 'here it comes'],
] as const

/** How long the broadcast is that clips are made of, at least: each of its three chapters has a picture (rule REC-11). */
const recordedMs = 70_000
const chapterMs = 30_000

/** A site with five live channels, one whose broadcast has ended, a chat with people in it, and followers. */
export async function startLiveScene(browser: Browser, clipFolder: string): Promise<LiveScene> {
  const clips = await makeSampleClips(browser, clipFolder)
  const site = await startSite({
    WAGGLE_TRANSCODE: 'off',
    WAGGLE_OPERATORS: operator,
    WAGGLE_EGRESS_BUDGET: '20GB/day,300GB/month',
    WAGGLE_EGRESS_PRICE: '0.05',
  })
  const encoders = new Map<string, Encoder>()
  const streamKeys = new Map<string, string>()
  const names = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'waggle']
  const users = new Map(
    await Promise.all(names.map(async (name) => [name, await openChatUser(site.url, name)] as const)),
  )
  const user = (name: string): ChatUser => {
    const found = users.get(name)
    if (!found) throw new Error(`${name} is not in the scene`)
    return found
  }
  const save = (name: string, body: unknown) =>
    callApi(site.url, '/api/channels/my-channel', { method: 'PUT', token: user(name).token, body })

  const startBroadcast = (username: string, clip: (typeof channels)[number]['clip']) => {
    const streamKey = streamKeys.get(username) ?? ''
    encoders.set(
      username,
      clip === 'radio'
        ? startEncoder(site.rtmpUrl, streamKey, { hasVideo: false, sound: beats })
        : repeatFile(site.rtmpUrl, streamKey, clips[clip]),
    )
  }

  await announceOnHive(site.url, user('alice').token)
  const earlier = repeatFile(site.rtmpUrl, await newStreamKey(site.url, 'bob'), clips.kitchen)
  await save('bob', {
    title: 'Bread from yesterday, soup from today',
    category: 'Cooking',
    language: 'en',
    tags: ['Soup'],
  })
  for (const { username, clip, viewers: _, ...profile } of channels) {
    await save(username, { ...profile, tags: [...profile.tags], language: 'en' })
    streamKeys.set(username, await newStreamKey(site.url, username))
    startBroadcast(username, clip)
  }
  await callApi(site.url, '/api/channels/my-channel/panels', {
    method: 'PUT',
    token: user('alice').token,
    body: { panels: samplePanels },
  })
  const viewers = new Map<string, number>()
  for (const channel of channels) viewers.set(await waitUntilLive(site.url, channel.username), channel.viewers)
  const audience = await gatherAudience(site.url, viewers)
  const chat = joinChat(
    site.url,
    'alice',
    ['alice', 'carol', 'dave', 'erin', 'frank'].map((name) => user(name).token),
  )
  await waitUntilLive(site.url, 'bob')
  const recordedUntilMs = Date.now() + recordedMs

  for (const [follower, followed] of [
    ['bob', 'alice'],
    ['bob', 'carol'],
    ['bob', 'erin'],
    ['bob', 'waggle'],
    ['carol', 'alice'],
    ['dave', 'alice'],
    ['erin', 'alice'],
    ['frank', 'carol'],
  ] as const) {
    await callApi(site.url, '/api/follows/follow', { token: user(follower).token, body: { username: followed } })
  }
  const owner = user('alice')
  await owner.post('/moderators/alice', { username: 'carol' })
  let lastMessage = { id: '' }
  await support(site.url, await waitUntilLive(site.url, 'alice'))
  for (const [name, text] of lines) lastMessage = await user(name).send(text)
  await owner.post('/announcement/alice', { message: 'Tomorrow from the lighthouse, an hour earlier.' })
  const question = await user('erin').send('how long is the walk up there?')
  await owner.post('/messages/alice', { message: 'forty minutes, slowly', replyTo: question.id })
  const pinned = await owner.send('Walk and map: https://example.com/coast')
  await owner.post('/pinned/alice', { messageId: pinned.id }, 'PUT')
  const { secret } = await callApi(site.url, '/api/channels/my-channel/overlay/address', {
    method: 'POST',
    token: owner.token,
  })
  await new Promise((resolve) => setTimeout(resolve, recordedUntilMs - Date.now()))
  await earlier.stop()
  await waitUntilListed(site.url)
  const reported = { streamId: await waitUntilLive(site.url, 'dave'), messageId: lastMessage.id }
  await operateSite({ siteUrl: site.url, tokenOf: (username) => user(username).token, reported })
  const replay = await waitForReplay(site.url, 'bob')
  await divide(site.url, replay, user('bob').token)
  return {
    site,
    tokenOf: (username) => user(username).token,
    overlaySecret: secret,
    replayId: replay.streamId,
    clipIds: await makeClips(site.url, replay, [user('alice').token, user('carol').token]),
    streamId: await waitUntilLive(site.url, 'alice'),
    async startEncoder() {
      if (!encoders.has('dave')) startBroadcast('dave', 'game')
      await waitUntilLive(site.url, 'dave')
    },
    async endEncoder(how) {
      await encoders.get('dave')?.[how]()
      encoders.delete('dave')
    },
    async closeSite() {
      // Its viewers are no members.
      await audience.close()
      chat.close()
      return closeSite(site.url, user(operator).token)
    },
    async close() {
      await audience.close()
      chat.close()
      await Promise.all([...encoders.values()].map((encoder) => encoder.kill()))
      await site.remove()
    },
  }
}

/** The broadcasts of alice have a post on Hive. */
async function announceOnHive(siteUrl: string, token: string): Promise<void> {
  await grantPosting(siteUrl, 'alice')
  const body = { isEnabled: true, community: null, tags: ['live'], declinesRewards: false, beneficiaryPercent: 0 }
  await callApi(siteUrl, '/api/channels/my-channel/announcements', { method: 'PUT', token, body })
}

/** Votes for the post of alice's broadcast, and a tip. */
async function support(siteUrl: string, streamId: string): Promise<void> {
  const info = async () => callApi(siteUrl, '/api/streams/info/alice')
  while ((await info()).permlink === null) await new Promise((resolve) => setTimeout(resolve, 200))
  const { permlink } = await info()
  for (const voter of ['carol', 'dave', 'erin', 'frank'])
    await broadcastOnHive(siteUrl, voter, 'posting', [['vote', { voter, author: 'alice', permlink, weight: 10_000 }]])
  const tip = {
    from: 'dave',
    to: 'alice',
    amount: '5.000 HBD',
    memo: tipMemo(streamId, 'for the bus to the lighthouse'),
  }
  await broadcastOnHive(siteUrl, 'dave', 'active', [['transfer', tip]])
}

/** Waits until the broadcast that was stopped is over, and the others have their pictures. */
async function waitUntilListed(siteUrl: string): Promise<void> {
  const isListed = async () => {
    const { streams }: { streams: ActiveStream[] } = await callApi(siteUrl, '/api/streams')
    const withPicture = streams.filter(({ thumbnail }) => thumbnail !== null)
    return streams.length === channels.length && withPicture.length >= channels.length - 1
  }
  const deadlineMs = Date.now() + limits.reconnectWindowMs + 60_000
  while (!(await isListed())) {
    if (Date.now() > deadlineMs) throw new Error('the channels of the scene are not listed as they should be')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

async function divide(
  siteUrl: string,
  { streamId, startedAt }: { streamId: string; startedAt: number },
  token: string,
): Promise<void> {
  const titles = ['What is left of yesterday', 'Soup', 'Croutons, with garlic and the butter that nobody wanted to eat']
  const chapters = titles.map((title, index) => ({ title, at: startedAt + index * chapterMs }))
  await callApi(siteUrl, `/api/replays/chapters/${streamId}`, { method: 'PUT', token, body: { chapters } })
}

async function waitForReplay(siteUrl: string, username: string): Promise<{ streamId: string; startedAt: number }> {
  const deadlineMs = Date.now() + 30_000
  for (;;) {
    const { replays } = await callApi(siteUrl, `/api/replays/of/${username}`)
    if (replays.length > 0) return replays[0]
    if (Date.now() > deadlineMs) throw new Error(`${username} has no replay`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
