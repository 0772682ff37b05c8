import type { EndpointName } from '@waggle/contract/routes'
import { operatingPermissions } from './operating-permissions.ts'
import {
  anyone,
  moderators,
  nobody,
  owner,
  ownOnly,
  type PermissionCase,
  signedIn,
  type World,
} from './permission-case.ts'

const aWord = { message: 'hello' }
/** A user without a role in the channel. */
const neutral = 'waggle'

const noClip = `clip${'x'.repeat(20)}`

/** Every endpoint of the contract; a missing one does not compile. */
export const permissionTable: Record<EndpointName, PermissionCase[]> = {
  getSite: [{ expect: anyone }],
  getSitePage: [{ title: 'that does not exist', expect: 404, call: () => ({ params: { page: 'none' } }) }],
  getChallenge: [{ expect: anyone }],
  signIn: [{ expect: anyone, call: async ({ name, sign }) => ({ body: await sign(name, 'login') }) }],
  verifySession: [{ expect: signedIn }],
  signOut: [{ expect: anyone }],
  listSessions: [{ expect: signedIn }],
  endSession: [{ expect: ownOnly, call: aSessionOfAlice }],
  endOtherSessions: [{ expect: signedIn }],
  createStreamKey: [
    {
      title: 'of alice, with her signature',
      expect: owner,
      call: async ({ sign }) => ({ body: await sign('alice', 'stream-key') }),
    },
    {
      title: 'of the caller',
      expect: signedIn,
      call: async ({ name, sign }) => ({ body: await sign(name, 'stream-key') }),
    },
  ],
  // privacy.test.ts covers those that are signed for.
  getStoredData: [{ expect: signedIn }],
  downloadStoredData: [
    {
      title: "of alice, with a login's signature",
      expect: [401, 403, 401, 403, 403, 403, 403, 401],
      call: async ({ sign }) => ({ body: await sign('alice', 'login') }),
    },
    {
      title: 'of the caller',
      expect: signedIn,
      call: async ({ name, sign }) => ({ body: await sign(name, 'download-data') }),
    },
  ],
  deleteStoredData: [
    {
      title: "of alice, with a login's signature",
      expect: [401, 403, 401, 403, 403, 403, 403, 401],
      call: async ({ sign }) => ({ body: await sign('alice', 'login') }),
    },
  ],
  ...operatingPermissions,

  listStreams: [{ expect: anyone }],
  listRecentChannels: [{ expect: anyone }],
  getStream: [{ expect: anyone }],
  getStreamByUser: [{ expect: anyone }],
  getStreamPath: [{ expect: anyone }],
  createHlsToken: [{ expect: anyone }],
  waitForPlace: [{ expect: anyone, call: () => ({ body: {} }) }],
  refreshHlsToken: [
    { expect: anyone, call: ({ hlsToken }) => ({ body: { token: hlsToken } }) },
    { title: 'with a bad token', expect: 403, call: () => ({ body: { token: 'x'.repeat(60) } }) },
  ],
  leaveStream: [{ title: 'with a bad token', expect: 403, call: () => ({ body: { token: 'x'.repeat(60) } }) }],
  reportPlayback: [
    {
      expect: anyone,
      call: () => ({ body: { mode: 'low-delay', watchedMs: 60_000, stalls: 0, stalledMs: 0, delayMs: 1200 } }),
    },
  ],
  getHlsKey: [
    { title: 'without a token', expect: 401 },
    { title: 'with a bad token', expect: 403, call: () => ({ query: `token=${'x'.repeat(60)}` }) },
    { expect: anyone, call: ({ hlsToken }) => ({ query: `token=${hlsToken}` }) },
  ],
  getOembed: [{ expect: 404, call: () => ({ query: 'url=https://elsewhere.example/watch?user=alice' }) }],

  // replays.test.ts covers those that exist.
  getReplay: [{ title: 'that does not exist', expect: 404 }],
  listReplays: [{ expect: anyone }],
  listFollowedReplays: [{ expect: signedIn }],
  listOwnReplays: [{ expect: signedIn }],
  updateReplay: [
    { title: 'that does not exist', expect: [401, 404, 404, 404, 404, 404, 404, 401], call: () => ({ body: {} }) },
  ],
  getRecordingSettings: [{ expect: signedIn }],
  updateRecordingSettings: [{ expect: signedIn, call: () => ({ body: { isRecorded: true } }) }],
  getChatActivity: [{ expect: anyone }],
  createDownload: [{ title: 'of one that does not exist', expect: 404 }],
  // clips.test.ts covers those that exist.
  createClip: [
    {
      title: 'of a broadcast that is not recorded',
      expect: [401, 409, 409, 409, 409, 409, 409, 401],
      call: ({ streamId }) => ({ body: { streamId, title: 'Bees', startsAt: 10_000, endsAt: 20_000 } }),
    },
  ],
  getClip: [{ title: 'that does not exist', expect: 404, call: () => ({ params: { clipId: noClip } }) }],
  listClips: [{ expect: anyone }],
  listBestClips: [{ expect: anyone }],
  listOwnClips: [{ expect: signedIn }],
  deleteClip: [
    {
      title: 'that does not exist',
      expect: [401, 404, 404, 404, 404, 404, 404, 401],
      call: () => ({ params: { clipId: noClip } }),
    },
  ],
  cutReplay: [
    {
      title: 'of a broadcast that goes on',
      expect: [401, 404, 200, 404, 404, 404, 404, 401],
      call: () => ({ body: { from: 0, until: 1 } }),
    },
    {
      title: 'that does not exist',
      expect: [401, 404, 404, 404, 404, 404, 404, 401],
      call: () => ({ params: { streamId: 'x'.repeat(20) }, body: { from: 0, until: 1 } }),
    },
  ],
  // chapters.test.ts covers those that are recorded.
  beginChapter: [
    {
      title: 'of a broadcast that is not recorded',
      expect: [401, 404, 400, 404, 404, 404, 404, 401],
      call: () => ({ body: { title: 'Bees' } }),
    },
  ],
  saveChapters: [
    {
      title: 'of a broadcast that goes on',
      expect: [401, 404, 404, 404, 404, 404, 404, 401],
      call: () => ({ body: { chapters: [] } }),
    },
  ],
  deleteReplay: [{ title: 'that does not exist', expect: [401, 404, 404, 404, 404, 404, 404, 401] }],

  getChannel: [{ expect: anyone }],
  getMyChannel: [{ expect: signedIn }],
  updateMyChannel: [{ expect: signedIn, call: () => ({ body: { title: 'Mine' } }) }],
  getPanels: [{ expect: anyone }],
  updatePanels: [{ expect: signedIn, call: () => ({ body: { panels: [{ title: 'Schedule' }] } }) }],
  getSchedule: [{ expect: anyone }],
  updateSchedule: [{ expect: signedIn, call: () => ({ body: { broadcasts: [], timeZone: 'UTC' } }) }],
  updateStreamSettings: [{ expect: owner, call: () => ({ body: { title: 'Hers' } }) }],

  listFollowing: [{ expect: signedIn }],
  listFollowers: [{ expect: anyone }],
  getFollow: [{ expect: anyone, call: () => ({ params: { follower: neutral } }) }],
  getFollowStatus: [{ expect: signedIn }],
  follow: [{ expect: signedIn, call: () => ({ body: { username: neutral } }) }],
  unfollow: [{ expect: signedIn, call: () => ({ body: { username: neutral } }) }],
  getFollowStats: [{ expect: anyone }],
  listRecommendations: [{ expect: anyone }],

  getStreamStats: [{ expect: owner }],
  getFollowerGrowth: [{ expect: owner }],
  getChannelTotals: [{ expect: owner }],
  getStreamHealth: [{ expect: owner }],
  listBroadcasts: [{ expect: owner }],
  getBroadcastCourse: [{ expect: owner }],
  exportBroadcasts: [{ expect: owner }],

  getPostingAuthority: [{ expect: anyone }],
  getStreamPost: [{ title: 'that does not exist', expect: 404 }],
  getVoteWorth: [{ expect: signedIn }],
  getAnnouncements: [{ expect: signedIn }],
  updateAnnouncements: [
    {
      expect: signedIn,
      call: () => ({
        body: { isEnabled: false, community: null, tags: [], declinesRewards: false, beneficiaryPercent: 0 },
      }),
    },
  ],
  // Only alice is live.
  draftAnnouncement: [{ expect: [401, 409, 200, 409, 409, 409, 409, 401] }],
  withdrawAnnouncementDraft: [{ expect: signedIn }],
  listTips: [{ expect: signedIn }],

  getMyOverlay: [{ expect: signedIn }],
  updateMyOverlay: [{ expect: signedIn, call: () => ({ body: overlay }) }],
  restartOverlayGoal: [{ expect: signedIn }],
  renewOverlayAddress: [{ expect: signedIn }],
  readOverlay: [
    {
      expect: anyone,
      call: async ({ alice }) => ({
        body: (await alice('POST', '/api/channels/my-channel/overlay/address')).json,
      }),
    },
    { title: 'with a wrong secret', expect: 404, call: () => ({ body: { secret: 'x'.repeat(43) } }) },
  ],

  listWebhooks: [{ expect: signedIn }],
  createWebhook: [{ expect: signedIn, call: () => ({ body: webhook }) }],
  updateWebhook: [
    { expect: ownOnly, call: async (world) => ({ ...(await aliceWebhook(world)), body: { isActive: false } }) },
  ],
  renewWebhookSecret: [{ expect: ownOnly, call: aliceWebhook }],
  testWebhook: [{ expect: ownOnly, call: aliceWebhook }],
  listWebhookDeliveries: [{ expect: ownOnly, call: aliceWebhook }],
  deleteWebhook: [{ expect: ownOnly, call: aliceWebhook }],

  getPushKey: [{ expect: anyone }],
  // push-routes.test.ts covers those that are accepted.
  savePushSubscription: [
    {
      title: 'with a key of another site',
      expect: 409,
      call: () => ({ body: { ...pushSubscription, channels: ['alice'] } }),
    },
    { title: 'without a channel', expect: anyone, call: () => ({ body: { ...pushSubscription, channels: [] } }) },
  ],

  listChatMessages: [{ expect: anyone }],
  listChatMessagesOf: [{ expect: moderators, call: () => ({ params: { username: neutral } }) }],
  listPictureMessages: [{ expect: anyone, call: () => ({ query: 'from=0&until=60000' }) }],
  listChatDeletions: [{ expect: anyone, call: () => ({ query: 'since=00000000000' }) }],
  sendChatMessage: [{ expect: [401, 200, 200, 200, 200, 403, 403, 401], call: () => ({ body: aWord }) }],
  deleteChatMessage: [
    { title: 'of another', expect: moderators, call: (world) => aMessageOf(world, neutral) },
    { title: 'of the owner', expect: moderators, call: (world) => aMessageOf(world, 'alice') },
  ],
  getChatConfig: [{ expect: anyone }],
  updateChatConfig: [
    { expect: owner, call: () => ({ body: { slowMode: false } }) },
    {
      title: 'to let moderators change the rules',
      expect: owner,
      call: () => ({ body: { moderatorsMayChangeRules: false } }),
    },
    { title: 'to name the moderators', expect: owner, call: () => ({ body: { moderators: ['bob'] } }) },
  ],
  getChatStanding: [{ expect: signedIn }],
  getChatPresence: [{ expect: anyone }],
  timeOutInChat: [
    { expect: moderators, call: () => ({ body: { username: neutral, duration: 1 } }) },
    { title: 'of the owner', expect: nobody, call: () => ({ body: { username: 'alice', duration: 1 } }) },
  ],
  banFromChat: [
    { expect: moderators, call: () => ({ body: { username: neutral } }) },
    { title: 'of the owner', expect: nobody, call: () => ({ body: { username: 'alice' } }) },
  ],
  unbanFromChat: [{ expect: moderators, call: () => ({ params: { username: neutral } }) }],
  unbanFromChatByName: [{ expect: moderators, call: () => ({ body: { username: neutral } }) }],
  listChatBans: [{ expect: moderators }],
  listBannedFromChat: [{ expect: moderators }],
  clearChat: [{ expect: owner }],
  addChatModerator: [{ expect: owner, call: () => ({ body: { username: neutral } }) }],
  removeChatModerator: [{ expect: owner, call: () => ({ params: { username: neutral } }) }],
  pinChatMessage: [{ expect: moderators, call: () => ({ body: { messageId: null } }) }],
  announceInChat: [{ expect: moderators, call: () => ({ body: aWord }) }],
  listChatLog: [{ expect: moderators }],
  revertChatAction: [
    {
      title: 'on a message',
      expect: moderators,
      call: (world) => aNewEntry(world, 'PUT', 'pinned', { messageId: null }),
    },
    {
      title: 'on the rules',
      expect: owner,
      call: (world) => aNewEntry(world, 'PUT', 'config', { emoteOnly: false }),
    },
    { title: 'on all messages', expect: owner, call: (world) => aNewEntry(world, 'POST', 'clear') },
  ],
}

/** Routes outside the contract, all public: pages, the documentation, those for search engines, and those of the sandbox. */
export const otherRoutes = [
  'GET /',
  'GET /*',
  'GET /ads/house',
  'GET /api/docs',
  'GET /api/docs/json',
  'GET /api/docs/static/*',
  'GET /api/docs/static/index.html',
  'GET /api/docs/static/swagger-initializer.js',
  'GET /api/docs/yaml',
  'GET /chat/:account',
  'GET /clips/:clipId',
  'GET /dashboard/streamer',
  'GET /design',
  'GET /directory',
  'GET /embed',
  'GET /entrance',
  'GET /faq',
  'GET /following',
  'GET /healthz',
  'GET /healthz/slow',
  'GET /live/:streamId/*',
  'GET /live/:streamId/first-picture',
  'GET /login',
  'GET /operate',
  'GET /report',
  'GET /pages/:page',
  'GET /overlay/:secret',
  'GET /recordings/:streamId/*',
  'GET /recordings/:streamId/picture.jpg',
  'GET /recordings/:streamId/source/download.mp4',
  'GET /replay/:streamId',
  'GET /readyz',
  'GET /robots.txt',
  'GET /sandbox/hive',
  'GET /sandbox/hive/health',
  'GET /sandbox/hive/u/:name/avatar',
  'GET /sessions',
  'GET /sitemap.xml',
  'GET /site-logo/:hash',
  'GET /site-theme/:file',
  'GET /site.webmanifest',
  'GET /stream-key',
  'GET /u/:name/avatar',
  'GET /u/:name/avatar/:size',
  'GET /watch',
  'OPTIONS /sandbox/hive',
  'POST /sandbox/hive',
]

const pushSubscription = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/none',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  publicKey: 'x'.repeat(87),
  language: 'en',
}

const overlay = {
  chat: true,
  tips: true,
  followers: true,
  goal: false,
  scalePercent: 100,
  goalKind: 'followers',
  goalTarget: 10,
  goalTitle: '',
}
const webhook = { url: 'https://example.com/hook', events: ['tip'] }
const webhooks = '/api/channels/my-channel/webhooks'

async function aliceWebhook({ alice }: World): Promise<{ params: { webhookId: string } }> {
  const listed = await alice<{ webhooks: { id: string }[] }>('GET', webhooks)
  const known = listed.json.webhooks[0]
  if (known) return { params: { webhookId: known.id } }
  const made = await alice<{ webhook: { id: string } }>('POST', webhooks, webhook)
  return { params: { webhookId: made.json.webhook.id } }
}

/** Signs alice in once more, and returns the id of that session. */
async function aSessionOfAlice({ alice, sign }: World): Promise<object> {
  await alice('POST', '/api/auth/hive', await sign('alice', 'login'))
  const { json } = await alice<{ sessions: { id: string; isCurrent: boolean }[] }>('GET', '/api/auth/sessions')
  return { params: { sessionId: json.sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '' } }
}

/** Makes an action as alice, and returns the id of its entry in the log. */
async function aNewEntry({ alice }: World, method: string, what: string, body?: unknown): Promise<object> {
  await alice(method, `/api/chat/${what}/alice`, body)
  const { json } = await alice<{ entries: { id: string }[] }>('GET', '/api/chat/log/alice?limit=1')
  return { params: { entryId: json.entries[0]?.id ?? '' } }
}

async function aMessageOf({ say }: World, writer: string): Promise<object> {
  return { params: { messageId: await say(writer) } }
}
