import type { BroadcasterSettings } from '@waggle/contract/admission/settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signAs, startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder, type TestEncoder } from '../../testing/test-encoder.ts'

/** A shared machine may pause for seconds. */
const patience = { timeout: 20_000 }

let site: TestSite
const tokens: Record<string, string> = {}
const encoders: TestEncoder[] = []

beforeAll(async () => {
  site = await startTestSite({ env: { WAGGLE_OPERATORS: 'alice', WAGGLE_TRANSCODE: 'off' } })
  for (const name of ['alice', 'bob', 'carol', 'dave', 'erin', 'frank']) {
    site.nextClient()
    tokens[name] = await site.signIn(name)
  }
  await approve('alice')
})
afterAll(async () => {
  for (const encoder of encoders) await encoder.close()
  await site?.close()
})

function as(name: string, method: string, path: string, body?: unknown) {
  site.nextClient()
  return site.request(method, path, { token: tokens[name] ?? '', ...(body !== undefined && { body }) })
}

async function approve(name: string) {
  const { challenge } = (await as(name, 'GET', `/api/auth/challenge?purpose=operate&username=${name}`)).json
  const body = { username: name, challenge, signature: await signAs(name, challenge) }
  return as(name, 'POST', '/api/operate/rights', body)
}

async function set(broadcasters: Partial<BroadcasterSettings>, chatters = {}) {
  const stored = (await as('alice', 'GET', '/api/operate/admission')).json
  const body = {
    ...stored,
    broadcasters: { ...stored.broadcasters, value: broadcasters },
    chatters: { ...stored.chatters, value: chatters },
  }
  expect(await as('alice', 'PUT', '/api/operate/admission', body)).toMatchObject({ status: 200 })
}

const keys: Record<string, string> = {}

async function connect(name: string): Promise<TestEncoder> {
  site.nextClient()
  keys[name] ??= await site.streamKey(name)
  const encoder = await connectEncoder(site.rtmpPort, keys[name] ?? '')
  encoders.push(encoder)
  return encoder
}

/** What the encoder is told; undefined where it may publish. It stops again. */
async function answerFor(name: string): Promise<unknown> {
  const encoder = await connect(name)
  await encoder.close()
  const { code, description } = encoder.answer
  return code === 'NetStream.Publish.Start' ? undefined : description
}

const mine = async (name: string) => (await as(name, 'GET', '/api/admission')).json
const approvalRequired = 'You may not broadcast on this site yet. Ask for it on the Stream Key page.'

describe('[ADMIT-1] who may broadcast', () => {
  it('is everybody, until an operator changes it', async () => {
    expect(await mine('bob')).toMatchObject({ refusal: null, canAsk: false, limits: { maxHeight: null } })
    expect(await answerFor('bob')).toBeUndefined()
    expect((await as('bob', 'GET', '/api/operate/admission')).json.code).toBe('not_operating')
  })

  it('[ADMIT-2] is whoever asks and is approved; a request is decided once', async () => {
    await set({ who: 'approved' })
    expect(await answerFor('bob')).toBe(approvalRequired)
    expect(await mine('bob')).toMatchObject({
      refusal: { code: 'approval_required', message: approvalRequired },
      canAsk: true,
      request: null,
      lastEncoderRefusal: { code: 'approval_required', at: expect.any(Number) },
    })
    for (const name of ['bob', 'carol']) {
      const asked = await as(name, 'POST', '/api/admission/request', { text: `I am ${name}` })
      expect(asked.status).toBe(200)
    }
    expect(await mine('bob')).toMatchObject({ canAsk: false, request: { text: 'I am bob', state: 'open' } })
    const queue = (await as('alice', 'GET', '/api/operate/admission/requests')).json
    expect(queue).toMatchObject({
      requests: [{ username: 'bob', text: 'I am bob' }, { username: 'carol' }],
      isIdle: false,
    })
    // What the chain says of them helps to decide.
    expect(queue.requests[0].accountCreatedAt).toBeLessThan(Date.now())
    expect(queue.requests[0].reputation).toEqual(expect.any(Number))

    const decide = (name: string, isApproved: boolean) =>
      as('alice', 'POST', `/api/operate/admission/requests/${name}`, { isApproved })
    const both = await Promise.all([decide('bob', true), decide('bob', false)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    await as('alice', 'PUT', '/api/operate/streamers/bob')
    await decide('carol', false)
    expect(await answerFor('bob')).toBeUndefined()
    expect(await answerFor('carol')).toBe(approvalRequired)
    expect(await mine('carol')).toMatchObject({ canAsk: false, request: { state: 'declined' } })
    const again = await as('carol', 'POST', '/api/admission/request', { text: 'please' })
    expect(again).toMatchObject({ status: 409, json: { code: 'request_declined' } })
    site.moveClock(7 * 24 * 60 * 60_000)
    await approve('alice')
    expect((await as('carol', 'POST', '/api/admission/request', { text: 'please' })).status).toBe(200)
  })

  it('is whom the list has; those who run the site always may', async () => {
    await set({ who: 'list' })
    expect(await answerFor('dave')).toContain('Only accounts that the people who run this site have chosen')
    expect((await as('dave', 'POST', '/api/admission/request', {})).json.code).toBe('request_not_needed')
    expect(await answerFor('alice')).toBeUndefined()
    expect((await as('alice', 'PUT', '/api/operate/streamers/dave')).status).toBe(200)
    expect(await answerFor('dave')).toBeUndefined()
    const { actions } = (await as('alice', 'GET', '/api/operate/actions?username=dave')).json
    expect(actions).toMatchObject([{ kind: 'admit-streamer', takenBy: 'alice' }])
  })

  it('[ADMIT-3] [T38] ends what is live within two seconds when the right is withdrawn', async () => {
    const encoder = await connect('dave')
    encoder.send(4)
    const stream = () => as('dave', 'GET', '/api/streams/info/dave')
    await expect.poll(async () => (await stream()).json.isLive, patience).toBe(true)
    const startMs = Date.now()
    await as('alice', 'DELETE', '/api/operate/streamers/dave')
    await encoder.whenClosed
    expect(Date.now() - startMs).toBeLessThan(2000 + 5000)
    await expect.poll(async () => (await stream()).json.isLive, patience).toBe(false)
    expect(await answerFor('dave')).toContain('Only accounts that')
    expect((await mine('dave')).lastEncoderRefusal.code).toBe('not_on_list')
  })
})

describe('[ADMIT-7] [T38] an invitation', () => {
  const make = async (body: object) => (await as('alice', 'POST', '/api/operate/invitations', body)).json
  const accept = (name: string, secret: string) => as(name, 'POST', '/api/invitations/accept', { secret })

  it('works once, for one of those who use it at once', async () => {
    const { secret, invitation } = await make({ note: 'for the band' })
    expect(secret).toMatch(/^[\w-]{32}$/)
    const listed = (await as('alice', 'GET', '/api/operate/invitations')).json
    expect(listed.invitations).toEqual([invitation])
    expect(JSON.stringify(listed)).not.toContain(secret)
    const used = await Promise.all(['erin', 'frank'].map((name) => accept(name, secret)))
    expect(used.map(({ status }) => status).sort()).toEqual([200, 404])
    const winner = used[0]?.status === 200 ? 'erin' : 'frank'
    expect(await answerFor(winner)).toBeUndefined()
    expect((await as('alice', 'GET', '/api/operate/invitations')).json.invitations).toEqual([])
    const { actions } = (await as('alice', 'GET', `/api/operate/actions?username=${winner}`)).json
    expect(actions).toMatchObject([{ kind: 'admit-streamer', note: 'by invitation: for the band' }])
    await as('alice', 'DELETE', `/api/operate/streamers/${winner}`)
  })

  it('expires, and can be revoked', async () => {
    const revoked = await make({})
    await as('alice', 'DELETE', `/api/operate/invitations/${revoked.invitation.id}`)
    expect((await accept('erin', revoked.secret)).json.code).toBe('invitation_not_found')
    const old = await make({ days: 1 })
    site.moveClock(24 * 60 * 60_000)
    await approve('alice')
    expect((await accept('erin', old.secret)).json.code).toBe('invitation_not_found')
  })
})

describe('[ADMIT-4] what the chain says', () => {
  it('keeps young accounts and those without reputation from broadcasting', async () => {
    await set({ minAccountAgeDays: 3650 })
    expect(await answerFor('carol')).toMatch(
      /^Your Hive account must be 3650 days old to broadcast on this site\. Come/,
    )
    await set({ minReputation: 90 })
    expect(await answerFor('carol')).toMatch(/^Your Hive account needs a reputation of 90 .*; yours is \d+$/)
    await set({ minReputation: -50, minAccountAgeDays: 1 })
    expect(await answerFor('carol')).toBeUndefined()
  })

  it('[ADMIT-6] keeps young accounts from every chat of the site', async () => {
    await set({}, { minAccountAgeDays: 3650 })
    const said = await as('carol', 'POST', '/api/chat/messages/bob', { message: 'hello' })
    expect(said).toMatchObject({ status: 403, json: { code: 'chat_account_too_young' } })
    const own = await as('carol', 'POST', '/api/chat/messages/carol', { message: 'hello' })
    expect(own.json.code).toBe('chat_account_too_young')
    await set({})
    expect((await as('carol', 'POST', '/api/chat/messages/bob', { message: 'hello' })).status).toBe(200)
  })
})

describe('[ADMIT-5] the limits', () => {
  const isEnded = async (encoder: TestEncoder) => {
    encoder.send(4)
    await encoder.whenClosed
  }

  it('of the picture end a broadcast that exceeds them, also while it is live', async () => {
    await set({ maxHeight: 47 })
    await isEnded(await connect('carol'))
    expect((await mine('carol')).lastEncoderRefusal.message).toBe(
      'This site takes 47p at most, and the encoder sends 48p. Lower its resolution and start again.',
    )
    await set({ maxHeight: 48 })
    const encoder = await connect('carol')
    encoder.send(4)
    await expect
      .poll(async () => (await as('carol', 'GET', '/api/streams/info/carol')).json.isLive, patience)
      .toBe(true)
    await set({ maxHeight: 47 })
    await encoder.whenClosed
  })

  it('of channels that are live at once keep the next one out, not one that returns', async () => {
    await set({ maxBroadcasts: 1 })
    // Those of the tests before leave their places within a moment.
    await expect.poll(() => answerFor('carol'), patience).toBeUndefined()
    const first = await connect('carol')
    expect(first.answer.code).toBe('NetStream.Publish.Start')
    expect(await answerFor('erin')).toBe('As many channels are live as this site allows: 1. Please try again later.')
    await first.close()
    const again = await connect('carol')
    expect(again.answer.code).toBe('NetStream.Publish.Start')
    again.send(4)
    await again.finish()
    await set({})
  })

  it('of the hours a day end a broadcast, and refuse the next one until enough time has passed', async () => {
    const encoder = await connect('erin')
    encoder.send(4)
    await expect.poll(async () => (await as('erin', 'GET', '/api/streams/info/erin')).json.isLive, patience).toBe(true)
    // It is saved as live for an hour.
    site.moveClock(61 * 60_000)
    await approve('alice')
    encoder.send(4)
    await expect.poll(async () => (await mine('erin')).liveMinutes, patience).toBeGreaterThanOrEqual(60)
    await set({ maxHoursPerDay: 1 })
    await encoder.whenClosed
    expect(await answerFor('erin')).toMatch(/^You have been live for 1 h of the last 24, .* again from \d{4}-.* UTC$/)
    site.moveClock(24 * 60 * 60_000)
    expect(await answerFor('erin')).toBeUndefined()
    await approve('alice')
    await set({})
  })
})

it('[SITE-3] of two operators who change the settings at once one is told', async () => {
  const stored = (await as('alice', 'GET', '/api/operate/admission')).json
  const change = (who: string) =>
    as('alice', 'PUT', '/api/operate/admission', {
      ...stored,
      broadcasters: { ...stored.broadcasters, value: { who } },
    })
  expect((await change('list')).status).toBe(200)
  expect((await change('approved')).json.code).toBe('setting_changed')
})
