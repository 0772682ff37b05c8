import type { ChatConfig } from '@waggle/contract/chat/entities'
import type { Page } from 'playwright-core'
import type { Screen } from '../screens.ts'

const watch = { path: '/watch?user=alice', texts: [], isStreamless: true } as const

/** The config of alice's chat, if only her followers could write. */
const forFollowers: ChatConfig = {
  channel: 'alice',
  moderators: ['carol'],
  moderatorsMayChangeRules: false,
  slowMode: false,
  slowModeInterval: 30,
  slowModeDelay: 30,
  followersOnly: true,
  followersOnlyMinutes: 0,
  emoteOnly: false,
  linksAllowed: true,
  minAccountAgeDays: 0,
  minReputation: null,
  pinned: null,
}

/** The chat beside alice's broadcast, and alone. */
export const chatScreens: Screen[] = [
  { ...watch, name: 'chat-user-card', user: 'bob', act: (page) => inChat(page, () => openCard(page)) },
  {
    ...watch,
    name: 'chat-user-card-owner',
    user: 'alice',
    act: (page) =>
      inChat(page, async () => {
        await openCard(page)
        await page.getByRole('button', { name: 'Ban', exact: true }).waitFor()
      }),
  },
  {
    ...watch,
    name: 'chat-people',
    user: 'bob',
    act: (page) =>
      inChat(page, async () => {
        const people = page.getByRole('button', { name: /See who is here/, includeHidden: true })
        await people.waitFor({ state: 'attached' })
        if (await people.isVisible()) return people.click()
        await page.getByRole('button', { name: 'Chat settings' }).click()
        await page.getByRole('button', { name: /^Who is here/ }).click()
      }),
  },
  {
    ...watch,
    name: 'chat-over-picture',
    user: 'bob',
    stored: { 'waggle.watch': JSON.stringify({ isChatOver: true }) },
    act: (page) =>
      inChat(page, async () => {
        await page.getByRole('feed').getByText('here it comes').waitFor()
        await page.keyboard.press('k')
      }),
  },
  {
    ...watch,
    name: 'chat-settings',
    act: (page) => inChat(page, () => page.getByRole('button', { name: 'Chat settings' }).click()),
  },
  {
    ...watch,
    name: 'chat-emotes',
    user: 'bob',
    stored: { 'waggle.chat': JSON.stringify({ recentEmotes: ['fire', 'heart', 'bee'] }) },
    act: (page) => inChat(page, () => page.getByRole('button', { name: 'Emoji' }).click()),
  },
  {
    ...watch,
    name: 'chat-writing',
    user: 'bob',
    act: (page) =>
      inChat(page, async () => {
        await page.getByRole('feed').getByText('here it comes').hover()
        await page.getByLabel('Message', { exact: true }).fill(`${'a long sentence '.repeat(5)}@al`)
      }),
  },
  {
    ...watch,
    name: 'chat-followers-only',
    user: 'frank',
    answers: { '/api/chat/config/alice': { status: 200, body: forFollowers } },
    act: (page) => inChat(page, () => page.getByRole('button', { name: 'Follow to chat' }).waitFor()),
  },
  {
    name: 'chat-page',
    path: '/chat/alice',
    texts: [],
    user: 'bob',
    act: (page) => page.getByText('here it comes').first().waitFor(),
  },
  {
    name: 'chat-empty',
    path: '/chat/dave',
    texts: [],
    act: (page) => page.getByText('No messages yet.').waitFor(),
  },
]

/** On a phone on its side the chat is a drawer. */
async function inChat(page: Page, act: () => Promise<void>): Promise<void> {
  const drawer = page.getByRole('button', { name: 'Show the chat' })
  const chat = page.getByRole('button', { name: 'Chat settings' })
  await drawer.or(chat).first().waitFor()
  if (!(await chat.isVisible())) await drawer.click()
  await act()
}

async function openCard(page: Page): Promise<void> {
  await page.getByRole('feed').getByRole('button', { name: 'dave', exact: true }).last().click()
  await page.getByRole('dialog', { name: '@dave' }).waitFor()
}
