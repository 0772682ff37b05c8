/** What the site holds on an account, under the headings that people are shown. */
export const storedGroups = [
  'account',
  'channel',
  'follows',
  'chat',
  'broadcasts',
  'recordings',
  'announcements',
  'tips',
  'tools',
  'moderation',
] as const
export type StoredGroup = (typeof storedGroups)[number]
