import { memberInvitationPath, operatePath } from '@waggle/contract/pages/page-addresses'
import { callApi } from '../../server/account.ts'
import type { Screen } from '../screens.ts'
import { operator } from './operated-site.ts'

/** Lets only members in. Returns the secret of an invitation. */
export async function closeSite(siteUrl: string, token: string): Promise<string> {
  const call = (method: string, path: string, body: unknown) => callApi(siteUrl, path, { method, body, token })
  for (const [username, note] of [
    ['carol', 'Keeps the bees of the north field'],
    ['erin', ''],
  ]) {
    await call('PUT', `/api/operate/members/${username}`, { note })
  }
  const { revision } = await callApi(siteUrl, '/api/operate/entrance', { token })
  const welcome = 'The cameras of our village, for those who live in it.'
  const hint = 'Write to the queen of this hive, or come to the meeting on the first Tuesday of the month.'
  await call('PUT', '/api/operate/entrance', { value: { isPrivate: true, welcome, hint }, revision })
  const invitation = { list: 'members', uses: 3, note: 'For the village band' }
  return (await call('POST', '/api/operate/invitations', invitation)).secret
}

/** What a private site shows to those who are no members, and to who admits them. The site is closed by the first of them. */
export function privateScreens(invitation: string): Screen[] {
  return [
    { name: 'entrance', path: '/', texts: ['Members only'] },
    { name: 'entrance-spanish', path: '/', texts: ['Solo para miembros'], language: 'es' },
    { name: 'entrance-no-member', path: '/', texts: ['Write to the queen'], user: 'dave' },
    { name: 'entrance-invited', path: memberInvitationPath(invitation), texts: ['You are invited'], user: 'dave' },
    { name: 'operate-members', path: operatePath({ section: 'members' }), texts: ['north field'], user: operator },
  ]
}
