import { fileURLToPath } from 'node:url'
import { limits } from '@waggle/contract/limits'
import { replayPath } from '@waggle/contract/pages/page-addresses'
import type { HiveKeychain } from '@waggle/hive/keychain-api'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { votableMs } from '../apps/server/src/core/announcements/stream-posts.ts'
import { startTestSite, type TestSite } from '../apps/server/src/testing/site.ts'
import { connectEncoder, type TestEncoder } from '../apps/server/src/testing/test-encoder.ts'
import { launchBrowser, openProfile, saveScreenshot } from './support/browser/browser.ts'
import { approveInWallet, generateStreamKey, signIn, waitUntilPlaying } from './support/browser/journeys.ts'
import { type Encoder, startEncoder } from './support/encoders/encoder.ts'
import { callApi, waitUntilLive } from './support/server/account.ts'

let site: TestSite
const log: string[] = []
let browser: Browser
let encoder: Encoder | undefined
let next: TestEncoder | undefined
let streamKey: string
let permlink: string
let alice: Awaited<ReturnType<typeof openProfile>>
let bob: Awaited<ReturnType<typeof openProfile>>

beforeAll(async () => {
  // In this process, so that its clock can be moved past the minute in which an encoder may come back.
  const webDist = fileURLToPath(new URL('../apps/web/dist', import.meta.url))
  site = await startTestSite({ webDist, onLog: (line) => log.push(line) })
  browser = await launchBrowser()
  alice = await openProfile(browser)
  bob = await openProfile(browser)
})
afterAll(async () => {
  await encoder?.kill()
  await next?.close()
  await browser?.close()
  await site?.close()
})

async function rpc(method: string, params: unknown) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  return (await (await fetch(`${site.url}/sandbox/hive`, { method: 'POST', body })).json()).result
}

const tipInChat = () => bob.page.getByRole('article').filter({ hasText: /bob\s+tipped\s+2\.5 HBD\s+for the bees/ })
const postOfAlice = () => rpc('condenser_api.get_content', ['alice', permlink])

async function infoOfAlice() {
  return (await fetch(`${site.url}/api/streams/info/alice`)).json()
}

// One sequence: each test depends on the ones before.
describe('a streamer, a viewer and the chain', () => {
  it('[POST-1, POST-4] posting authority is checked, and the wallet grants it with the required weight', async () => {
    const { page } = alice
    await signIn(page, site.url, 'alice')
    streamKey = await generateStreamKey(page, site.url)
    const grant = page.getByRole('button', { name: 'Grant Posting Authority' })
    await grant.click()
    await page.getByRole('dialog', { name: 'sandbox wallet' }).getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Failed to grant posting authority: Request was canceled by the user.').waitFor()
    await grant.click()
    await approveInWallet(page)
    await page.getByText('Successfully granted posting authority to @waggle').waitFor()
    await page.getByText('Posting authority is granted to @waggle.').waitFor()
    const [account] = await rpc('condenser_api.get_accounts', [['alice']])
    expect(account.posting.account_auths).toEqual([['waggle', account.posting.weight_threshold]])
  })

  it('[POST-5] the grant has switched announcements on, and the post appears once the channel is live', async () => {
    const { page } = alice
    await page.getByRole('switch', { name: 'Announce my broadcasts on Hive', checked: true }).waitFor()
    await page.getByLabel('Tags').fill('#Bees, live 9wrong')
    await page.getByRole('button', { name: 'Save announcements' }).click()
    await page.getByText("'9wrong' is not a valid tag").waitFor()
    await page.getByLabel('Tags').fill('#Bees, live')
    await page.getByRole('button', { name: 'Save announcements' }).click()
    await page.getByText('Announcement settings saved').waitFor()
    encoder = startEncoder(site.rtmpUrl, streamKey, { size: '320x180' })
    const streamId = await waitUntilLive(site.url, 'alice')
    await expect.poll(async () => (await infoOfAlice()).permlink).toBe(`live-${streamId}`)
    permlink = `live-${streamId}`
    expect(await postOfAlice()).toMatchObject({ author: 'alice', category: 'bees', parent_author: '' })
    await page.getByText('Latest broadcast: Announced.').waitFor()
    await saveScreenshot(page, 'stream-key-announced')
  })

  it('[UPVOTE-1, UPVOTE-3] a viewer has to sign in to upvote, and then votes', async () => {
    const { page } = bob
    await page.goto(`${site.url}/watch?user=alice`)
    await page.getByRole('button', { name: 'Upvote' }).click()
    await page.getByRole('dialog', { name: 'Login with Hive Keychain' }).getByText('Please log in to upvote').waitFor()
    await signIn(page, site.url, 'bob')
    await page.goto(`${site.url}/watch?user=alice`)
    await page.getByRole('button', { name: 'Upvote 0 HBD' }).hover()
    const panel = page.getByRole('group', { name: 'Vote weight' })
    const figures = panel.getByTestId('post-figures')
    await figures.getByText('0.000 HBD').waitFor()
    await figures.getByText('payout in 6d 23h').waitFor()
    expect(await panel.getByRole('slider').inputValue()).toBe('100')
    // [UPVOTE-10] A full vote in the sandbox is worth half an HBD.
    await panel.getByText('Worth 0.499 HBD').waitFor()
    await panel.getByText('100% voting mana left').waitFor()
    await panel.getByRole('button', { name: '50%', exact: true }).click()
    await panel.getByText('Worth 0.249 HBD').waitFor()
    await saveScreenshot(page, 'upvote-panel')
    await page.getByRole('button', { name: 'Upvote' }).click()
    await page.getByRole('button', { name: 'Voting...' }).waitFor()
    await approveInWallet(page)
    await page.getByRole('button', { name: 'Voted!' }).waitFor()
  })

  it('[TIP-2, DASH-6] a tip goes through the wallet, and appears in the chat, the list, the overlay and the activity of the streamer once it is on the chain', async () => {
    const { page } = bob
    const token = await alice.page.evaluate(() => Object.values({ ...localStorage }).find((value) => value.length > 30))
    const { secret } = await callApi(site.url, '/api/channels/my-channel/overlay/address', { method: 'POST', token })
    const overlay = await openProfile(browser)
    await overlay.page.goto(`${site.url}/overlay/${secret}`)
    await overlay.page.getByRole('feed').waitFor()
    await page.getByRole('button', { name: 'Tip', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Tip @alice' })
    // [TIP-5]
    await dialog.getByRole('button', { name: '10 HBD' }).click()
    expect(await dialog.getByLabel('Amount').inputValue()).toBe('10')
    await dialog.getByLabel('Amount').fill('2.5')
    await dialog.getByLabel('Message (optional)').fill('for the bees')
    await saveScreenshot(page, 'tip')
    await dialog.getByRole('button', { name: 'Send tip' }).click()
    await approveInWallet(page)
    // Light sweeps through the chat as the tip arrives, and is gone.
    const sweep = page.getByTestId('tip-sweep').waitFor({ state: 'attached' })
    await page.getByText('Your tip to @alice is on its way').waitFor()
    const alert = overlay.page.getByRole('status').filter({ hasText: /bob tipped 2\.5 HBD/ })
    await alert.getByText('for the bees').waitFor()
    await overlay.context.close()
    const tips = async () => {
      const headers = { authorization: `Bearer ${token}` }
      return (await (await fetch(`${site.url}/api/channels/my-channel/tips`, { headers })).json()).tips
    }
    await expect
      .poll(tips)
      .toMatchObject([
        { sender: 'bob', amount: '2.500 HBD', message: 'for the bees', streamId: permlink.slice('live-'.length) },
      ])
    await tipInChat().waitFor()
    await sweep
    await page.getByTestId('tip-sweep').waitFor({ state: 'detached' })
    await saveScreenshot(page, 'tip-in-chat')
    const dashboard = await alice.context.newPage()
    await dashboard.goto(`${site.url}/dashboard/streamer`)
    const activity = dashboard.getByRole('list', { name: 'Latest activity' })
    await activity
      .getByRole('listitem')
      .filter({ hasText: /bob\s*tipped 2\.5 HBD/ })
      .waitFor()
    // Moderators read what viewers do.
    await dashboard.goto(`${site.url}/dashboard/streamer#moderation`)
    const moderated = dashboard.getByRole('listitem').filter({ hasText: 'for the bees' })
    await moderated.filter({ hasText: /bob tipped 2\.5 HBD for the bees/ }).waitFor()
    await dashboard.close()
  })

  it('[DASH-16] the vote is counted, the payout has grown, also for the streamer, and the button is ready again', async () => {
    const { page } = bob
    const button = page.getByRole('button', { name: /^Upvote 0\.[1-9]\d* HBD$/ })
    await button.hover()
    const figures = page.getByTestId('post-figures')
    await figures.getByText('1 vote').waitFor()
    await figures.getByText(/0\.[1-9]\d\d HBD/).waitFor()
    const dashboard = await alice.context.newPage()
    await dashboard.goto(`${site.url}/dashboard/streamer`)
    const worth = dashboard.getByRole('region', { name: 'Stream' }).getByTestId('post-figures')
    await worth.getByText('1 vote').waitFor()
    await worth.getByText(/0\.[1-9]\d\d HBD/).waitFor()
    await worth.getByText('payout in 6d 23h').waitFor()
    await saveScreenshot(dashboard, 'dashboard-post-worth')
    await dashboard.close()
    expect((await postOfAlice()).active_votes).toMatchObject([{ voter: 'bob', percent: 5000 }])
    await page.keyboard.press('Escape')
  })

  it('[UPVOTE-6] the same vote again is refused before the wallet opens', async () => {
    const { page } = bob
    await page.reload()
    await page.getByRole('button', { name: /^Upvote 0\.[1-9]\d* HBD$/ }).waitFor()
    // The tip is in the history too, where it does not sweep.
    await tipInChat().waitFor()
    expect(await page.getByTestId('tip-sweep').count()).toBe(0)
    await page.getByRole('button', { name: 'Upvote' }).hover()
    const panel = page.getByRole('group', { name: 'Vote weight' })
    await panel.getByText('You voted with 50%.').waitFor()
    await panel.getByRole('button', { name: '50%', exact: true }).click()
    await panel.getByRole('button', { name: 'Vote with 50%' }).click()
    await page.getByText('You have already voted for this post with 50%').waitFor()
    expect(await page.getByRole('dialog', { name: 'sandbox wallet' }).count()).toBe(0)
  })

  it('at the end the post is updated with a summary of the broadcast, and stays the only one', async () => {
    await encoder?.stop()
    site.moveClock(limits.reconnectWindowMs)
    await expect.poll(async () => (await postOfAlice()).body).toContain('was live on Waggle for')
    const [account] = await rpc('condenser_api.get_accounts', [['alice']])
    expect(account.post_count).toBe(1)
    expect((await infoOfAlice()).permlink).toBe(permlink)
  })

  it('[UPVOTE-7, TIP-6] the replay has the vote of before, and is tipped long after the broadcast', {
    timeout: 120_000,
  }, async () => {
    site.moveClock(600_000)
    const { page } = bob
    const streamId = permlink.slice('live-'.length)
    await page.goto(site.url + replayPath(streamId))
    await waitUntilPlaying(page)
    await page.getByRole('button', { name: /^Upvote 0\.[1-9]\d* HBD$/ }).hover()
    await page.getByRole('group', { name: 'Vote weight' }).getByText('You voted with 50%.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Tip', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Tip @alice' })
    await saveScreenshot(page, 'replay-tip')
    await dialog.getByRole('button', { name: 'Send tip' }).click()
    await approveInWallet(page)
    await page.getByText('Your tip to @alice is on its way').waitFor()
    // [TIP-7, UPVOTE-8] On a phone both are in the line of the tabs.
    await page.setViewportSize({ width: 390, height: 844 })
    const { y, height } = (await page.getByRole('tab', { name: 'About' }).boundingBox())!
    for (const name of [/^Upvote/, /^Tip$/]) {
      const box = (await page.getByRole('button', { name }).boundingBox())!
      expect(box.y).toBeGreaterThanOrEqual(y)
      expect(box.y + box.height).toBeLessThanOrEqual(y + height)
    }
    const token = await alice.page.evaluate(() => Object.values({ ...localStorage }).find((value) => value.length > 30))
    const tips = async () => (await callApi(site.url, '/api/channels/my-channel/tips', { token })).tips
    await expect
      .poll(tips, { timeout: 60_000 })
      .toMatchObject([{ sender: 'bob', amount: '1.000 HBD', streamId }, { amount: '2.500 HBD' }])
    // [UPVOTE-9] Its own channel can be neither tipped nor upvoted: no button comes and goes, either.
    const own = await alice.context.newPage()
    await own.addInitScript(() => {
      const isForOthers = (button: Element) => /^(Tip|Upvote)/.test(button.textContent ?? '')
      new MutationObserver(() => {
        if ([...document.querySelectorAll('button')].some(isForOthers))
          document.documentElement.setAttribute('data-for-others', '')
      }).observe(document, { childList: true, subtree: true })
    })
    await own.goto(site.url + replayPath(streamId))
    await own.getByRole('button', { name: '@alice' }).waitFor()
    await own.getByRole('button', { name: 'Share' }).waitFor()
    expect(await own.locator('html[data-for-others]').count()).toBe(0)
    await own.close()
  })

  it('after the authority is revoked elsewhere the next broadcast is not announced, and the page says why', async () => {
    const { page } = alice
    const revoked = page.evaluate(
      () =>
        new Promise((resolve) => {
          const { hive_keychain } = globalThis as unknown as { hive_keychain: HiveKeychain }
          hive_keychain.requestRemoveAccountAuthority('alice', 'waggle', 'Posting', resolve)
        }),
    )
    await approveInWallet(page)
    expect(await revoked).toMatchObject({ success: true })
    next = await connectEncoder(site.rtmpPort, streamKey)
    next.send(8)
    await waitUntilLive(site.url, 'alice')
    await page.getByText('Not announced: @waggle has no posting authority for your account.').waitFor()
    expect((await infoOfAlice()).permlink).toBeNull()
    expect((await rpc('condenser_api.get_accounts', [['alice']]))[0].post_count).toBe(1)
    await bob.page.goto(`${site.url}/watch?user=alice`)
    await bob.page.getByRole('button', { name: 'Upvote' }).click()
    await bob.page.getByText('Stream post not found').waitFor()
  })

  it('no private key is in the log, and no error in the browsers', () => {
    const written = log.join('')
    expect(written).toContain('"msg":"live"')
    expect(written).not.toMatch(/\b5[HJK][1-9A-HJ-NP-Za-km-z]{49}\b/)
    expect(written).not.toContain('waggle-sandbox')
    expect(written).not.toContain(streamKey)
    // The players of a broadcast that has ended, also of the streamer's preview, make one more request…
    for (const { problems } of [alice, bob]) expect(problems.filter((problem) => !problem.includes('404'))).toEqual([])
  })

  it('[UPVOTE-7] a week later the replay says what its post has earned, and takes no vote', async () => {
    // The last check: the tokens of the tabs that are open have expired then.
    site.moveClock(votableMs)
    const visitor = await browser.newPage()
    await visitor.goto(site.url + replayPath(permlink.slice('live-'.length)))
    await visitor.getByText(/^Earned 0\.[1-9]\d* HBD$/).waitFor()
    expect(await visitor.getByRole('button', { name: /^Upvote/ }).count()).toBe(0)
    await visitor.close()
  })
})
