import { createPreferenceStore } from '../../lib/store/preference-store.ts'

/** Whether the chat stands beside the picture in a wide window, and whether it lies over the picture on a phone on its side. */
export const chatVisibility = createPreferenceStore({
  key: 'waggle.watch',
  defaults: { isChatOpen: true, isChatOver: false },
  storage: () => localStorage,
})
