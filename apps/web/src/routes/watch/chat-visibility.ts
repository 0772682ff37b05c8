import { createPreferenceStore } from '../../lib/store/preference-store.ts'

/**
 * Whether the chat stands beside the picture in a wide window; on a phone on its side, whether its drawer is open, and whether that lies
 * over the picture.
 */
export const chatVisibility = createPreferenceStore({
  key: 'waggle.watch',
  defaults: { isChatOpen: true, isDrawerOpen: false, isChatOver: false },
  storage: () => localStorage,
})
