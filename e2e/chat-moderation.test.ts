import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { desktop, phone, saveScreenshot } from './support/browser/browser.ts'
import { type ChatScene, messageInput, messageRow, startChatScene } from './support/chat/chat-scene.ts'
import { sendFromPage } from './support/chat/chat-users.ts'

let scene: ChatScene

beforeAll(async () => {
  scene = await startChatScene()
})
afterEach(() => scene.closePages())
afterAll(() => scene?.close())

/** Expects that axe finds no violation in this state. */
async function expectAccessible(page: Page, state: string): Promise<void> {
  expect(await accessibilityFindings(page), state).toEqual([])
}

describe('moderation', () => {
  it('[CHAT-9] deletes for everybody at once; others have no delete button', async () => {
    const ofAlice = await scene.open(scene.alice)
    const ofCarol = await scene.open(scene.carol)
    await scene.bob.send('to be deleted')
    await messageRow(ofCarol, 'to be deleted').hover()
    expect(await messageRow(ofCarol, 'to be deleted').getByRole('button', { name: 'Delete message' }).count()).toBe(0)
    await messageRow(ofAlice, 'to be deleted').hover()
    await messageRow(ofAlice, 'to be deleted').getByRole('button', { name: 'Delete message' }).click()
    await messageRow(ofCarol, 'to be deleted').waitFor({ state: 'detached' })
  })

  it("[CHAT-9] offers a moderator the deletion of every message, the owner's included", async () => {
    await scene.alice.post('/moderators/alice', { username: 'bob' })
    onTestFinished(async () => {
      await scene.alice.post('/moderators/alice/bob', {}, 'DELETE')
    })
    const ofCarol = await scene.open(scene.carol)
    for (const viewport of [phone, desktop]) {
      const ofBob = await scene.open(scene.bob, undefined, viewport)
      await scene.alice.send(`the owner's own at ${viewport.width}`)
      const message = messageRow(ofBob, `the owner's own at ${viewport.width}`)
      await message.hover()
      await saveScreenshot(ofBob, `moderator-deletes-owner-${viewport.width}`)
      await message.getByRole('button', { name: 'Delete message' }).click()
      await messageRow(ofCarol, `the owner's own at ${viewport.width}`).waitFor({ state: 'detached' })
    }
  })

  it('[SOCKET-2] leaves the room of a channel when the reader goes to another page', async () => {
    const page = await scene.openPage(scene.carol)
    const sent: string[] = []
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))))
    await page.goto(`${scene.site.url}/watch?user=alice`)
    await page.getByRole('button', { name: /in the chat/ }).waitFor()
    await expect.poll(() => sent.filter((frame) => frame.includes('join-room')).length).toBe(1)
    expect(sent.filter((frame) => frame.includes('leave-room'))).toEqual([])
    await page.getByRole('link', { name: 'Waggle, home' }).click()
    await expect
      .poll(() => sent.filter((frame) => frame.includes('leave-room')))
      .toEqual(['42["leave-room",{"room":"chat-alice"}]'])
  })

  it('[MOD-1] has the composer of the chat below the messages on the dashboard, all of it in the window', async () => {
    const viewport = { width: 1440, height: 720 }
    const page = await scene.openPage(scene.alice, viewport)
    for (const text of 'one two three four five six seven eight nine ten'.split(' ')) await scene.bob.send(text)
    await page.goto(`${scene.site.url}/dashboard/streamer`)
    await messageInput(page).fill('half a ')
    await page.getByRole('tab', { name: 'Moderation' }).click()
    const messages = page.getByRole('list', { name: 'Latest messages' })
    await messages.getByText('ten', { exact: true }).waitFor()
    // What was typed in the chat goes on.
    await messageInput(page).press('End')
    await messageInput(page).pressSequentially('sentence')
    await messageInput(page).press('Enter')
    await messages.getByText('half a sentence').waitFor()
    expect(await messageInput(page).inputValue()).toBe('')
    const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const bottomOf = async (part: Locator) => Math.round((await boxOf(part)).y + (await boxOf(part)).height)
    expect(await bottomOf(page.getByRole('region', { name: 'Chat Moderation' }))).toBe(viewport.height - 24)
    expect(await bottomOf(messageInput(page))).toBeLessThan(viewport.height - 24)
    // The newest is whole, and so is the first that is seen.
    const list = await boxOf(messages)
    const newestIsWhole = () =>
      expect
        .poll(() => bottomOf(messages.getByRole('listitem').last()))
        .toBeLessThanOrEqual(Math.round(list.y + list.height))
    await newestIsWhole()
    const tops = await messages
      .getByRole('listitem')
      .evaluateAll((rows) =>
        rows.filter((row) => getComputedStyle(row).opacity !== '0').map((row) => row.getBoundingClientRect()),
      )
    expect(tops.every(({ y, height }) => y >= list.y - 0.2 * height)).toBe(true)
    await messageInput(page).fill('/announce tomorrow again')
    await messageInput(page).press('Enter')
    const announced = messages.getByRole('listitem').filter({ hasText: 'tomorrow again' })
    await announced.getByText('Announcement', { exact: true }).waitFor()
    // A typeface that arrives late makes all rows higher.
    await messages.evaluate((rows) => {
      for (const row of rows.querySelectorAll('li')) row.style.minHeight = `${row.offsetHeight + 12}px`
    })
    await newestIsWhole()
    await expectAccessible(page, 'the composer below the messages')
    await page.getByRole('tab', { name: 'Stream' }).click()
    await messageRow(page, 'half a sentence').waitFor()
    expect(await page.locator('#chat').getByLabel('Message', { exact: true }).isVisible()).toBe(true)
  })

  it('[MOD-8] times out, bans and unbans from the card of a writer, who keeps the typed text', async () => {
    const ofAlice = await scene.open(scene.alice)
    const ofCarol = await scene.open(scene.carol)
    await sendFromPage(ofCarol, 'misbehaving')
    await messageInput(ofCarol).fill('half a sentence')
    const openCard = () =>
      messageRow(ofAlice, 'misbehaving').getByRole('button', { name: 'carol', exact: true }).click()
    const card = ofAlice.getByRole('dialog', { name: '@carol' })

    await openCard()
    await card.getByRole('button', { name: 'Ban', exact: true }).waitFor()
    expect(await card.getByRole('button', { name: 'Unban' }).count()).toBe(0)
    // A duration is chosen, and one button says what it will do with it.
    await card.getByRole('button', { name: '1h', exact: true }).click()
    await card.getByRole('button', { name: 'Time out for 1h' }).waitFor()
    expect(await card.getByLabel('Timeout in seconds').count()).toBe(0)
    await card.getByRole('button', { name: 'Other…' }).click()
    await card.getByLabel('Timeout in seconds').fill('1500')
    await card.getByRole('button', { name: 'Time out for 25m' }).click()
    await ofAlice.getByText('carol has been timed out for 1500 seconds').waitFor()
    await ofCarol.getByText(/^You are timed out\. You can write again in 1\d\d\d s\.$/).waitFor()

    // The timeout has deleted the message: the list of those who are here leads to the card.
    await messageRow(ofAlice, 'misbehaving').waitFor({ state: 'detached' })
    await ofAlice.getByRole('button', { name: /See who is here/ }).click()
    await ofAlice.getByRole('dialog', { name: 'Who is here' }).getByRole('button', { name: 'carol' }).click()
    await card.getByRole('button', { name: 'Ban', exact: true }).click()
    await card.getByText(/^Are you sure you want to ban carol\?/).waitFor()
    await expectAccessible(ofAlice, 'the card of a writer')
    await saveScreenshot(ofAlice, 'chat-ban')
    await card.getByRole('button', { name: 'Ban carol' }).click()
    await ofAlice.getByText('carol has been banned').waitFor()
    await ofCarol.getByText('You are banned from this chat.').waitFor()
    await expectAccessible(ofCarol, 'banned')

    await ofAlice.getByRole('button', { name: /See who is here/ }).click()
    await ofAlice.getByRole('dialog', { name: 'Who is here' }).getByRole('button', { name: 'carol' }).click()
    await card.getByText('Banned from this chat').waitFor()
    expect(await card.getByRole('button', { name: 'Ban', exact: true }).count()).toBe(0)
    await card.getByRole('button', { name: 'Unban' }).click()
    await ofAlice.getByText('carol has been unbanned').waitFor()
    await messageInput(ofCarol).waitFor()
    expect(await messageInput(ofCarol).inputValue()).toBe('half a sentence')
  })

  it('[MOD-12] the card of a writer has what the page has not loaded, for those who moderate', async () => {
    await scene.carol.send('before all the others')
    const { id } = await scene.carol.send('not for long')
    // A page loads the newest 50.
    for (let number = 1; number <= 50; number++) await scene.alice.send(`filling ${number}`)
    await scene.carol.send('the latest of carol')
    const ofAlice = await scene.open(scene.alice)
    const ofBob = await scene.open(scene.bob)
    const open = async (page: Page) => {
      await messageRow(page, 'the latest of carol').getByRole('button', { name: 'carol', exact: true }).click()
      return page.getByRole('dialog', { name: '@carol' })
    }
    await scene.alice.post(`/messages/alice/${id}`, {}, 'DELETE')
    const card = await open(ofAlice)
    const written = card.getByRole('region', { name: 'Latest messages from carol' }).getByRole('listitem')
    await expect.poll(() => written.last().innerText()).toContain('the latest of carol')
    await expect.poll(() => written.nth(-2).innerText()).toMatch(/M Deleted not for long$/)
    await expect.poll(() => written.nth(-3).innerText()).toContain('before all the others')
    // It begins with the latest, below those before it.
    const latest = written.last()
    expect(await latest.evaluate((row) => row.closest('section')?.scrollTop)).toBe(0)
    expect((await latest.boundingBox())?.y).toBeGreaterThan((await written.first().boundingBox())?.y ?? Infinity)
    await expectAccessible(ofAlice, 'the card of a writer, with the messages')
    await scene.carol.send('while the card is open')
    await expect.poll(() => written.last().innerText()).toContain('while the card is open')
    await written.last().getByRole('button', { name: 'Delete message' }).click()
    await expect.poll(() => written.last().innerText()).toMatch(/M Deleted while the card is open$/)
    await messageRow(ofBob, 'while the card is open').waitFor({ state: 'detached' })
    const others = await open(ofBob)
    await others.getByText('the latest of carol').waitFor()
    expect(await others.getByText('before all the others').count()).toBe(0)
  })

  it.each(['ban', 'timeout'])('[MOD-11] a %s removes the messages from every screen, for good', async (kind) => {
    const ofBob = await scene.open(scene.bob)
    const embedded = await scene.open(undefined, '/chat/alice')
    await scene.carol.send(`${kind} me one`)
    await scene.carol.send(`${kind} me two`)
    await scene.bob.send(`still here after the ${kind}`)
    for (const page of [ofBob, embedded]) await messageRow(page, `${kind} me two`).waitFor()
    await scene.alice.post(`/${kind}/alice`, { username: 'carol' })
    for (const page of [ofBob, embedded]) {
      await messageRow(page, `${kind} me`).first().waitFor({ state: 'detached' })
      expect(await messageRow(page, `still here after the ${kind}`).count()).toBe(1)
    }
    await scene.alice.post('/unban/alice', { username: 'carol' })
    await scene.carol.send(`back from the ${kind}`)
    await ofBob.reload()
    await messageRow(ofBob, `back from the ${kind}`).waitFor()
    for (const page of [ofBob, embedded]) expect(await messageRow(page, `${kind} me`).count()).toBe(0)
  })

  it('[CHAT-22] pins a message, which a reader hides until the next one is pinned, and clears the chat', async () => {
    const ofAlice = await scene.open(scene.alice)
    const ofCarol = await scene.open(undefined)
    await scene.bob.send('worth keeping')
    await messageRow(ofAlice, 'worth keeping').hover()
    await messageRow(ofAlice, 'worth keeping').getByRole('button', { name: 'Pin message' }).click()
    const pinned = ofCarol.getByRole('complementary', { name: 'Pinned message' })
    await pinned.getByText('worth keeping').waitFor()
    await pinned.getByRole('button', { name: 'Hide pinned message' }).click()
    await pinned.waitFor({ state: 'detached' })
    await ofCarol.reload()
    await messageRow(ofCarol, 'worth keeping').waitFor()
    expect(await pinned.count()).toBe(0)
    await scene.bob.send('worth more')
    await messageRow(ofAlice, 'worth more').hover()
    await messageRow(ofAlice, 'worth more').getByRole('button', { name: 'Pin message' }).click()
    await pinned.getByText('worth more').waitFor()
    await sendFromPage(ofAlice, '/clear')
    // Only who can write is asked to.
    for (const [page, sentence] of [
      [ofCarol, 'No messages yet.'],
      [ofAlice, 'No messages yet. Say hello!'],
    ] as const)
      await expect.poll(async () => (await page.getByText('No messages yet.').innerText()).trim()).toBe(sentence)
    expect(await messageRow(ofAlice, 'worth keeping').count()).toBe(0)
  })
})
