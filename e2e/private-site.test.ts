import { fileURLToPath } from 'node:url'
import { memberInvitationPath, operatePath, watchPath } from '@waggle/contract/pages/page-addresses'
import { sentences } from '@waggle/contract/sentences'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startOperatedSite } from '../apps/server/src/testing/operated-site.ts'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { desktop, launchBrowser, openProfile, phone, saveScreenshot } from './support/browser/browser.ts'
import { inspectSizes } from './support/browser/inspect-sizes.ts'
import { approveInWallet, logIn, waitUntilPlaying } from './support/browser/journeys.ts'
import { type Encoder, startEncoder } from './support/encoders/encoder.ts'
import { waitUntilLive } from './support/server/account.ts'

/** What the site promises; a shared machine may pause as long again. */
const inEffectWithinMs = 2000
const machinePauseMs = 3000

const welcome = 'The bees of the north field.\nWe fly from April on: <b>come</b> with a friend who is here.'

let site: Awaited<ReturnType<typeof startOperatedSite>>
let browser: Browser
let encoder: Encoder
let invitation: string
let guest: Awaited<ReturnType<typeof openProfile>>

beforeAll(async () => {
  const webDist = fileURLToPath(new URL('../apps/web/dist', import.meta.url))
  site = await startOperatedSite(['carol', 'dave'], { webDist, env: { WAGGLE_TRANSCODE: 'off' } })
  await site.as('alice', 'PUT', '/api/operate/members/carol', { note: 'Keeps bees' })
  encoder = startEncoder(site.rtmpUrl, await site.streamKey('carol'), { size: '320x180' })
  await waitUntilLive(site.url, 'carol')
  const value = { isPrivate: true, welcome, hint: 'Write to the queen of this hive.' }
  await site.as('alice', 'PUT', '/api/operate/entrance', { value, revision: null })
  const body = { list: 'members', uses: 3, note: 'For the hive' }
  invitation = (await site.as('alice', 'POST', '/api/operate/invitations', body)).json.secret
  browser = await launchBrowser()
  guest = await openProfile(browser, desktop)
})
afterAll(async () => {
  await encoder?.kill()
  await browser?.close()
  await site?.close()
})

async function inspect(page: Page, name: string): Promise<void> {
  await inspectSizes(page, `private-${name}`, [desktop, phone])
  await page.setViewportSize(desktop)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await accessibilityFindings(page, ['color-contrast']), `${name} dark`).toEqual([])
  await saveScreenshot(page, `private-${name}-dark`)
  await page.emulateMedia({ colorScheme: null })
}

it('[MEMBER-2] shows a stranger its login at every address, and nothing else', async () => {
  const { page } = guest
  for (const path of ['/', watchPath('carol'), '/no-such-page']) {
    expect((await page.goto(site.url + path))?.status()).toBe(401)
    await page.getByRole('heading', { name: 'Members only' }).waitFor()
    expect(await page.content()).not.toContain('carol is live')
  }
  // Rule MEMBER-10.
  expect(await page.getByText('The bees of the north field.').innerText()).toBe(welcome)
  await inspect(page, 'stranger')
  const spanish = await openProfile(browser, phone, { locale: 'es-ES', colorScheme: 'light' })
  await spanish.page.goto(site.url)
  await spanish.page.getByRole('heading', { name: 'Solo para miembros' }).waitFor()
  await inspect(spanish.page, 'stranger-spanish-light')
})

it('[MEMBER-4] tells whoever is no member whom to ask', async () => {
  const { page } = guest
  await page.goto(site.url)
  await logIn(page, 'dave')
  await page.getByRole('heading', { name: 'You are not a member' }).waitFor()
  await page.getByText('Write to the queen of this hive.').waitFor()
  await inspect(page, 'no-member')
})

it('[MEMBER-6] lets in whoever accepts an invitation, who watches with pictures', async () => {
  const { page } = guest
  await page.goto(site.url + memberInvitationPath(invitation))
  await page.reload()
  await page.getByRole('heading', { name: 'You are invited' }).waitFor()
  await inspect(page, 'invited')
  await page.getByRole('button', { name: 'Accept and enter' }).click()
  await page.getByRole('button', { name: '@dave' }).waitFor()
  expect(page.url()).toBe(`${site.url}/`)
  const picture = await page.evaluate(async (address) => (await fetch(address)).status, watchPath('carol'))
  expect(picture).toBe(200)
  await page.goto(site.url + watchPath('carol'))
  await waitUntilPlaying(page)
})

it('[MEMBER-5] shows the login again within two seconds of the end of a membership', async () => {
  const { page } = guest
  const startedMs = Date.now()
  await site.as('alice', 'DELETE', '/api/operate/members/dave')
  await page.getByRole('heading', { name: 'You are not a member' }).waitFor()
  expect(Date.now() - startedMs).toBeLessThan(inEffectWithinMs + machinePauseMs)
  expect(await page.getByTestId('player-video').count()).toBe(0)
})

it('[MEMBER-1] is a setting of its operators, with members and invitations', async () => {
  const { page } = await openProfile(browser, desktop)
  await page.goto(site.url + operatePath({ section: 'members' }))
  await logIn(page, 'alice')
  await page.getByRole('button', { name: 'Approve with Hive Keychain' }).click()
  await approveInWallet(page)
  await page.getByText('Keeps bees').waitFor()
  await page.getByText('for 2 more accounts').waitFor()
  expect(await page.getByRole('radio', { name: 'Members only' }).isChecked()).toBe(true)
  await page.getByLabel('Welcome for strangers, above the login').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. It is in effect').waitFor()
  const stranger = await openProfile(browser, desktop)
  await stranger.page.goto(site.url)
  await stranger.page.getByRole('heading', { name: 'Members only' }).waitFor()
  expect(await stranger.page.getByText('The bees of the north field.').count()).toBe(0)
  await stranger.context.close()
  await inspect(page, 'members')
  const name = page.getByRole('region', { name: 'Members', exact: true }).getByLabel('Account name')
  await name.fill('not a name')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText(sentences.auth.invalidUsername).waitFor()
  await name.fill('@Dave')
  await page.getByLabel('Note for you', { exact: true }).fill('His brother')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('His brother').waitFor()
  // Rule MEMBER-8. Without the network nothing is lost.
  await page.getByRole('button', { name: 'Add many at once' }).click()
  const names = page.getByLabel('Account names, one a line')
  const addThem = page.getByRole('button', { name: 'Add 4 accounts' })
  await names.fill('@Erin, dave\nnobody-has-this\nx')
  await page.context().setOffline(true)
  await addThem.click()
  await page.getByRole('alert').first().waitFor()
  await page.context().setOffline(false)
  await addThem.click()
  const results = page.getByRole('list', { name: 'What became of each name' }).getByRole('listitem')
  await expect
    .poll(() => results.allTextContents())
    .toEqual([
      'erin is a member now',
      'dave was a member already',
      'nobody-has-this is no Hive account',
      'x cannot be the name of an account',
    ])
  expect(await names.inputValue()).toBe('nobody-has-this\nx')
  await page.getByRole('button', { name: 'Remove @erin' }).waitFor()
  await inspect(page, 'members-many')
  await names.fill(Array.from({ length: 101 }, (_, number) => `bee-${number}`).join(' '))
  await page.getByText('These are 101 names. Add up to 100 at a time.').waitFor()
  expect(await page.getByRole('button', { name: 'Add 101 accounts' }).isDisabled()).toBe(true)
  // Rule MEMBER-9. Without the network nobody is removed, and they stay chosen.
  const removeThem = page.getByRole('button', { name: 'Remove 2 members' })
  expect(await page.getByRole('button', { name: 'Remove selected' }).isDisabled()).toBe(true)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('checkbox', { name: 'Select @carol' }).press('Space')
  await inspect(page, 'members-chosen')
  await removeThem.click()
  const question = page.getByRole('dialog', { name: 'Remove 2 members?' })
  await question.getByText('@dave, @erin').waitFor()
  await inspect(page, 'members-removal')
  await page.context().setOffline(true)
  await question.getByRole('button', { name: 'Remove 2 members' }).click()
  await question.getByText('Nobody was removed.').waitFor()
  // Somebody else is quicker with one of them, and the list behind the question knows it.
  await site.as('alice', 'DELETE', '/api/operate/members/erin')
  await page.context().setOffline(false)
  await expect.poll(() => page.locator('text=@erin').count()).toBe(1)
  await question.getByRole('button', { name: 'Remove 2 members' }).click()
  await question.waitFor({ state: 'hidden' })
  await page.getByText('Somebody else had removed before: @erin').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Remove @/ }).count()).toBe(1)
  await page.getByRole('button', { name: 'Remove @carol' }).waitFor()
})
