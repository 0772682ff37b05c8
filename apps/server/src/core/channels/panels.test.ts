import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signAs, startTestSite, type TestSite } from '../../testing/site.ts'

const path = '/api/channels/my-channel/panels'
const schedule = { title: 'Schedule', text: 'Monday, 20:00\nFriday, 21:00', link: null }
const shop = { title: 'Shop', text: '', link: 'https://shop.example/hats' }

describe('[SETTINGS-7, API-22] the panels of a channel', () => {
  let site: TestSite
  let alice: string
  let bob: string

  beforeAll(async () => {
    site = await startTestSite()
    alice = await site.signIn('alice')
    bob = await site.signIn('bob')
  })
  afterAll(() => site?.close())

  const put = (panels: unknown, token = alice) => site.request('PUT', path, { body: { panels }, token })
  const panelsOf = async (username: string) => {
    const { status, json } = await site.request('GET', `/api/channels/${username}/panels`)
    return status === 200 ? json.panels : status
  }

  it('are none at first, and of a channel that nobody knows', async () => {
    expect(await panelsOf('bob')).toEqual([])
    expect(await panelsOf('nobody-here')).toEqual([])
    expect(await panelsOf('not%20a%20name')).toBe(400)
  })

  it('are replaced as one list by their owner, for everybody to read, and leave the other settings as they are', async () => {
    await site.request('PUT', '/api/channels/my-channel', { body: { title: 'Hats' }, token: alice })
    const saved = await put([
      { ...schedule, text: ' Monday, 20:00\r\nFriday, 21:00' },
      { title: 'Shop', link: shop.link },
    ])
    expect(saved.json).toEqual({ panels: [schedule, shop] })
    expect(await panelsOf('alice')).toEqual([schedule, shop])
    expect((await put([shop])).status).toBe(200)
    expect(await panelsOf('alice')).toEqual([shop])
    expect(await panelsOf('bob')).toEqual([])
    expect((await site.request('GET', '/api/channels/alice')).json.title).toBe('Hats')
    expect((await put([])).json).toEqual({ panels: [] })
    expect(await panelsOf('alice')).toEqual([])
  })

  it.each([
    ['nine panels', Array(9).fill(schedule), 'panels_too_many', /8 panels\. Remove some/],
    ['one without a title', [shop, { ...schedule, title: ' ' }], 'panel_title_refused', /title of 1 to 60/],
    ['a text past its bound', [{ ...schedule, text: 'x'.repeat(601) }], 'panel_text_too_long', /600.*shorter/],
    ['a script as a link', [{ ...shop, link: 'javascript:alert(1)' }], 'panel_link_refused', /begin with https:\/\//],
    ['a title that is no text', [{ ...shop, title: { toString: 'x' } }], 'invalid_request', /./],
    ['what is no list', schedule, 'invalid_request', /'panels'/],
  ])('refuses %s as a whole, and says what to do', async (_, panels, code, sentence) => {
    await put([schedule], bob)
    const refused = await put(panels, bob)
    expect([refused.status, refused.json.code, refused.json.message]).toEqual([
      400,
      code,
      expect.stringMatching(sentence),
    ])
    expect(await panelsOf('bob')).toEqual([schedule])
  })

  it('[T16] have only their own fields', async () => {
    await put([{ ...shop, picture: 'https://elsewhere.example/x.png', html: '<b>' }])
    expect(await panelsOf('alice')).toEqual([shop])
  })

  it('[PRIVACY-2, PRIVACY-3] are in the download of their owner, and go with the account', async () => {
    const signed = async (purpose: string) => {
      const query = `purpose=${purpose}&username=alice`
      const { challenge } = (await site.request('GET', `/api/auth/challenge?${query}`)).json
      return { username: 'alice', challenge, signature: await signAs('alice', challenge) }
    }
    const body = await signed('download-data')
    const { stored } = JSON.parse((await site.request('POST', '/api/privacy/download', { token: alice, body })).text)
    expect(JSON.parse(stored.channels.rows[0].panels)).toEqual([shop])
    const deletion = { token: alice, body: await signed('delete-data') }
    expect((await site.request('POST', '/api/privacy/deletion', deletion)).status).toBe(200)
    await expect.poll(() => panelsOf('alice'), { timeout: 20_000 }).toEqual([])
    expect(await panelsOf('bob')).toEqual([schedule])
  })
})
