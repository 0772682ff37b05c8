import type { Site } from '@waggle/contract/endpoints'

/** What a site on the sandbox chain says of itself, where its operators have set nothing. */
export const testSite: Site = {
  name: 'Waggle',
  tagline: '',
  logoUrl: null,
  accent: null,
  languages: ['en', 'es'],
  categories: ['Music', 'Art'],
  featuredChannel: null,
  banner: null,
  pages: [],
  publicUrl: 'http://127.0.0.1',
  rtmpUrl: 'rtmp://127.0.0.1/live',
  isPrivate: false,
  hive: 'sandbox',
  posterAccount: 'waggle',
  recordings: false,
  tips: false,
  push: false,
  edges: [],
  realTime: null,
  avatarUrl: '/u/{username}/avatar',
  adUrl: '/ads/house',
}
