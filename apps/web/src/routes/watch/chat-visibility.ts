import { createPreferenceStore } from '../../lib/store/preference-store.ts'

/** Whether the chat stands beside the picture in a wide window. */
export const chatVisibility = createPreferenceStore({
  key: 'waggle.watch',
  defaults: { isChatOpen: true },
  storage: () => localStorage,
})
