import { callApi, proveAccount } from '../../server/account.ts'

/** Who plays which part on the console. None of them is looked at for anything else afterwards. */
export const operator = 'frank'
export const siteModerator = 'carol'
export const actedOn = 'waggle'

export interface OperatedSite {
  siteUrl: string
  tokenOf: (username: string) => string
  /** The broadcast of dave, and a message of his in the chat of alice. */
  reported: { streamId: string; messageId: string }
}

/** Gives the console of the site something to show: reports, an action with an appeal, invitations, appointments. */
export async function operateSite({ siteUrl, tokenOf, reported }: OperatedSite): Promise<void> {
  const as = (username: string) => {
    const token = tokenOf(username)
    return (path: string, body?: unknown, method?: string) =>
      callApi(siteUrl, path, { token, ...(body !== undefined && { body }), ...(method !== undefined && { method }) })
  }
  const operate = as(operator)
  await operate('/api/operate/rights', await proveAccount(siteUrl, operator, 'operate'))
  await operate(`/api/operate/moderators/${siteModerator}`, undefined, 'PUT')
  await as('erin')('/api/reports', {
    ...{ kind: 'broadcast', username: 'dave', streamId: reported.streamId, reason: 'copyright' },
    note: 'The music is from an album that came out last week, and he plays all of it. https://example.com/album',
  })
  await as('bob')('/api/reports', { kind: 'broadcast', username: 'dave', streamId: reported.streamId, reason: 'spam' })
  await as('erin')('/api/reports', {
    ...{ kind: 'message', username: 'dave', channel: 'alice', messageId: reported.messageId, reason: 'harassment' },
  })
  const action = await operate('/api/operate/actions', {
    ...{ kind: 'suspend-chat', username: actedOn, reason: 'spam', minutes: 10_080 },
    statement: 'The same advertisement in eleven chats within an hour.',
    note: 'Second time this month.',
  })
  await as(actedOn)(`/api/reports/statements/${action.id}/appeal`, {
    text: 'It was the link to my own channel, and I was asked for it. I can show you each of the conversations.',
  })
  for (const [note, days] of [
    ['For the band of the village festival', 7],
    ['', 30],
  ] as const) {
    await operate('/api/operate/invitations', { note, days })
  }
  for (const username of ['dave', 'erin']) await operate(`/api/operate/streamers/${username}`, undefined, 'PUT')
}
