import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { phone, saveScreenshot } from './support/browser/browser.ts'
import { type ChatScene, chatOf, messageRow, startChatScene } from './support/chat/chat-scene.ts'
import { callApi } from './support/server/account.ts'

let scene: ChatScene

beforeAll(async () => {
  scene = await startChatScene()
})
afterEach(() => scene.closePages())
afterAll(() => scene?.close())

describe('the people in the chat', () => {
  it('[CHAT-23] have cards that say since when they follow the channel', async () => {
    await scene.carol.send('do I follow?')
    const page = await scene.open(scene.alice)
    const card = page.getByRole('dialog', { name: '@carol' })
    const openCard = () => messageRow(page, 'do I follow?').getByRole('button', { name: 'carol', exact: true }).click()
    await openCard()
    await card.getByText('Not following this channel').waitFor()
    await page.keyboard.press('Escape')
    await card.waitFor({ state: 'detached' })
    const { token } = scene.carol
    await callApi(scene.site.url, '/api/follows/follow', { body: { username: 'alice' }, token })
    const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format(Date.now())
    await openCard()
    await card.getByText(`Following since ${date}`, { exact: true }).waitFor()
    await callApi(scene.site.url, '/api/follows/unfollow', { body: { username: 'alice' }, token })
  })

  it('[CHAT-24] have cards beside the messages, and the page stays usable', async () => {
    await scene.carol.send('who am I?')
    const page = await scene.open(scene.alice)
    await scene.open(scene.carol)
    await messageRow(page, 'who am I?').getByRole('button', { name: 'carol', exact: true }).click()
    const card = page.getByRole('dialog', { name: '@carol' })
    await card.waitFor()
    const [cardBox, chatBox] = await Promise.all([card.boundingBox(), chatOf(page).boundingBox()])
    const written = card.getByRole('region', { name: 'Latest messages from carol' })
    await written.getByText('who am I?').waitFor()
    // There is room for three lines and no part of a fourth.
    const lineHeight = (await written.getByRole('listitem').first().boundingBox())?.height ?? 0
    expect(Math.abs((await written.evaluate((place) => place.clientHeight)) - (3 * lineHeight + 8))).toBeLessThan(3)
    // It does not cover the picture.
    expect(cardBox?.x).toBeGreaterThanOrEqual((chatBox?.x ?? 0) - 1)
    expect(await card.evaluate((dialog) => dialog.matches(':modal'))).toBe(false)
    await card.getByRole('button', { name: '1h', exact: true }).click()
    await card.getByRole('button', { name: 'Time out for 1h' }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await saveScreenshot(page, 'chat-user-card')
    await page.keyboard.press('Escape')
    await card.waitFor({ state: 'detached' })
    // With the keyboard: from the message to the card, and back to the message.
    await page.getByRole('feed').focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await card.waitFor()
    await page.keyboard.press('Escape')
    await card.waitFor({ state: 'detached' })
    expect(await messageRow(page, 'who am I?').evaluate((row) => row === document.activeElement)).toBe(true)

    await expect.poll(() => page.getByRole('button', { name: '2 in the chat. See who is here' }).count()).toBe(1)
    await page.getByRole('button', { name: '2 in the chat. See who is here' }).click()
    const people = page.getByRole('dialog', { name: 'Who is here' })
    expect((await people.boundingBox())?.x).toBeGreaterThanOrEqual((chatBox?.x ?? 0) - 1)
    await people.getByRole('region', { name: 'Streamer' }).getByRole('button', { name: 'alice' }).waitFor()
    await people.getByRole('region', { name: 'Viewers (1)' }).getByRole('button', { name: 'carol' }).waitFor()
    // Nobody who is not here is listed.
    expect(await people.getByRole('heading', { level: 3 }).count()).toBe(2)
    expect(await accessibilityFindings(page)).toEqual([])
    await saveScreenshot(page, 'chat-who-is-here')
    await people.getByRole('button', { name: 'carol' }).click()
    await card.waitFor()
    expect(await people.count()).toBe(0)
  })

  it('have cards in a sheet on a phone', async () => {
    await scene.carol.send('a small screen')
    const page = await scene.open(scene.alice, '/chat/alice', phone)
    await messageRow(page, 'a small screen').getByRole('button', { name: 'carol', exact: true }).click()
    const card = page.getByRole('dialog', { name: '@carol' })
    await card.waitFor()
    expect(await card.evaluate((dialog) => dialog.matches(':modal'))).toBe(true)
    await expect.poll(async () => (await card.boundingBox())?.width).toBe(phone.width)
    expect(await accessibilityFindings(page)).toEqual([])
    await saveScreenshot(page, 'chat-user-card-phone')
  })

  it('[CHAT-25] are hidden by one reader, for that reader alone', async () => {
    await scene.carol.send('hide this')
    const page = await scene.open(scene.bob)
    const ofAlice = await scene.open(scene.alice)
    const card = page.getByRole('dialog', { name: '@carol' })
    const toCard = async () => {
      await messageRow(page, 'hide this').getByRole('button', { name: 'carol', exact: true }).click()
      await card.getByRole('button', { name: 'Hide messages for me' }).waitFor()
    }
    await toCard()
    await saveScreenshot(page, 'chat-hide-user')
    await card.getByRole('button', { name: 'Hide messages for me' }).click()
    await messageRow(page, 'hide this').waitFor({ state: 'detached' })
    const { id } = await scene.carol.send('nor this')
    await scene.alice.post('/messages/alice', { message: 'but this', replyTo: id })
    await messageRow(page, 'but this').waitFor()
    expect(await page.getByRole('feed').getByText('nor this').count()).toBe(0)
    // The owner of the chat sees all of it, and bans where bob hides.
    await messageRow(ofAlice, 'nor this').getByRole('button', { name: 'carol', exact: true }).click()
    await ofAlice.getByRole('dialog', { name: '@carol' }).getByRole('button', { name: 'Ban', exact: true }).waitFor()
    expect(await ofAlice.getByRole('button', { name: 'Hide messages for me' }).count()).toBe(0)

    await page.reload()
    await messageRow(page, 'but this').waitFor()
    expect(await messageRow(page, 'hide this').count()).toBe(0)
    await page.getByRole('button', { name: 'Chat settings' }).click()
    const hidden = page.getByRole('region', { name: 'Hidden for you' })
    await hidden.getByText('@carol').waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await saveScreenshot(page, 'chat-hidden-users')
    await hidden.getByRole('button', { name: 'Show messages from @carol again' }).click()
    await messageRow(page, 'but this').getByText('nor this').waitFor()
    expect(await hidden.count()).toBe(0)
  })

  it('[CHAT-25] that are hidden leave room for what others wrote before them', async () => {
    await scene.carol.send('before the flood')
    // A page loads the newest 50.
    for (let number = 1; number <= 55; number++) await scene.alice.send(`flood ${number}`)
    const page = await scene.open(scene.bob)
    await messageRow(page, 'flood 55').getByRole('button', { name: 'alice', exact: true }).click()
    await page.getByRole('dialog', { name: '@alice' }).getByRole('button', { name: 'Hide messages for me' }).click()
    await messageRow(page, 'before the flood').waitFor()
    expect(await messageRow(page, 'flood').count()).toBe(1)
  })
})
