import { fileURLToPath } from 'node:url'
import { operatePath, watchPath } from '@waggle/contract/pages/page-addresses'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSite, type TestSite } from '../apps/server/src/testing/site.ts'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { desktop, launchBrowser, openProfile, phone, saveScreenshot } from './support/browser/browser.ts'
import { approveInWallet, signIn, waitUntilPlaying } from './support/browser/journeys.ts'
import { type Encoder, startEncoder } from './support/encoders/encoder.ts'
import { waitUntilLive } from './support/server/account.ts'

let site: TestSite
let browser: Browser
let encoder: Encoder
let operator: Awaited<ReturnType<typeof openProfile>>
let viewer: Awaited<ReturnType<typeof openProfile>>

beforeAll(async () => {
  const webDist = fileURLToPath(new URL('../apps/web/dist', import.meta.url))
  site = await startTestSite({ webDist, env: { WAGGLE_OPERATORS: 'alice', WAGGLE_TRANSCODE: 'off' } })
  browser = await launchBrowser()
  operator = await openProfile(browser, desktop)
  viewer = await openProfile(browser, phone)
  encoder = startEncoder(site.rtmpUrl, await site.streamKey('carol'), { size: '320x180' })
  await waitUntilLive(site.url, 'carol')
})
afterAll(async () => {
  await encoder?.kill()
  await browser?.close()
  await site?.close()
})

async function inspect(page: Page, name: string): Promise<void> {
  for (const size of [desktop, phone, { width: 320, height: 640 }]) {
    await page.setViewportSize(size)
    expect(await accessibilityFindings(page), `${name} ${size.width}`).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${name} ${size.width}`).toBeLessThanOrEqual(0)
    await saveScreenshot(page, `operate-${name}-${size.width}`)
  }
  await page.setViewportSize(desktop)
}

describe('somebody who runs the site', () => {
  it('[OPERATE-1] approves the rights with the wallet', async () => {
    const { page } = operator
    await page.goto(site.url + operatePath())
    await page.getByText('Log in with an account that runs this site.').waitFor()
    await signIn(page, site.url, 'alice')
    await page.goto(site.url + operatePath())
    await page.getByRole('button', { name: 'Approve with Hive Keychain' }).waitFor()
    await inspect(page, 'approve')
    await page.getByRole('button', { name: 'Approve with Hive Keychain' }).click()
    await approveInWallet(page)
    await page.getByText(/^Your rights end at /).waitFor()
  })

  it('[OPERATE-3] ends a broadcast: the viewer reads why, and the encoder cannot come back', async () => {
    await viewer.page.goto(site.url + watchPath('carol'))
    await waitUntilPlaying(viewer.page)
    const { page } = operator
    await page.getByRole('link', { name: '@carol' }).waitFor()
    await inspect(page, 'live')
    await page.getByRole('button', { name: 'Take action against @carol' }).click()
    await page.getByRole('radio', { name: 'End the broadcast' }).check()
    await page.getByLabel('Reason').selectOption('copyright')
    await inspect(page, 'act')
    await page.getByRole('button', { name: 'End the broadcast' }).click()
    await page.getByText('Done. It is in effect everywhere within two seconds.').waitFor()
    await viewer.page.getByText('@carol may not broadcast here').waitFor()
    await viewer.page.getByText('Reason: Work of others without permission.').waitFor()
    await saveScreenshot(viewer.page, 'operate-viewer')
    await encoder.exited
    await page.getByText('Nobody is live.').waitFor()
  })

  it('[OPERATE-6] reads what a viewer has reported, and the viewer sees the outcome', async () => {
    const { page } = viewer
    await page.setViewportSize(desktop)
    await signIn(page, site.url, 'erin')
    await site.request('POST', '/api/chat/messages/bob', {
      token: await site.signIn('carol'),
      body: { message: 'buy my honey' },
    })
    await page.goto(site.url + watchPath('bob'))
    await page.getByRole('button', { name: 'carol', exact: true }).first().click()
    await page.getByRole('button', { name: 'Report' }).click()
    await page.getByLabel('What is wrong?').selectOption('spam')
    expect(await accessibilityFindings(page)).toEqual([])
    await saveScreenshot(page, 'report')
    await page.getByRole('button', { name: 'Send the report' }).click()
    await page.getByText(/^Thank you\. /).waitFor()

    await operator.page.getByRole('tab', { name: 'Reports' }).click()
    await operator.page.getByRole('button', { name: 'Evidence' }).click()
    await operator.page.getByText('buy my honey').waitFor()
    await inspect(operator.page, 'reports')
    await operator.page.getByRole('button', { name: 'Close', exact: true }).click()
    await operator.page.getByRole('button', { name: 'Close: no breach' }).click()
    await operator.page.getByText('There are no open reports.').waitFor()
    await page.goto(`${site.url}/sessions`)
    await page.getByText('No breach found').waitFor()
  })

  it('[OPERATE-5] suspends an account from its page, and undoes it', async () => {
    const { page } = operator
    await page.getByRole('tab', { name: 'Account' }).click()
    await page.getByLabel('Account name').fill('@Carol')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('Broadcast ended').waitFor()
    await page.getByRole('button', { name: 'Take action against @carol' }).click()
    await page.getByRole('radio', { name: 'Suspend the account' }).check()
    await page.getByLabel('Reason').selectOption('other')
    await page.getByLabel('What the account is told').fill('Asked for three times.')
    await page.getByRole('button', { name: 'Suspend the account' }).click()
    await page.getByText('Account suspended').waitFor()
    await inspect(page, 'account')
    await page.getByRole('button', { name: 'Undo: Account suspended, @carol' }).click()
    await page.getByText(/^Undone by @alice/).waitFor()
  })

  it('[HEALTH-5] [HEALTH-6] sees how the site is, and what recordings take', async () => {
    const { page } = operator
    await page.getByRole('tab', { name: 'Health' }).click()
    const process = page.getByRole('article').filter({ hasText: 'core, media, chat' })
    await process
      .getByText(/^Works/)
      .first()
      .waitFor()
    await process.getByText(/ free/).first().waitFor()
    await inspect(page, 'health')
    await page.getByRole('tab', { name: 'Storage' }).click()
    await page.getByText('Nothing is about to be deleted.').waitFor()
    await inspect(page, 'storage')
  })

  it('[OPERATE-2] [OPERATE-4] appoints a moderator, and finds all of it in the log', async () => {
    const { page, problems } = operator
    await page.getByRole('tab', { name: 'Moderators' }).click()
    await page.getByLabel('Account name').fill('bob')
    await page.getByRole('button', { name: 'Appoint' }).click()
    await page.getByText(/^appointed by @alice/).waitFor()
    await inspect(page, 'people')
    await page.getByRole('tab', { name: 'Log' }).click()
    for (const text of ['Appointed as moderator of the site', 'Account suspended', 'Broadcast ended']) {
      await page.getByText(text).waitFor()
    }
    await inspect(page, 'log')
    await page.getByRole('button', { name: 'Give them back' }).click()
    await page.getByRole('button', { name: 'Approve with Hive Keychain' }).waitFor()
    expect(await page.getByText('Account suspended').count()).toBe(0)
    expect(problems).toEqual([])
  })
})

it('[OPERATE-1] everybody else is told whose page it is', async () => {
  const { page, context } = await openProfile(browser, desktop)
  await signIn(page, site.url, 'dave')
  await page.goto(site.url + operatePath())
  await page.getByText('This page is for the people who run this site').waitFor()
  await context.close()
})
