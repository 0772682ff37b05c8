import { createPreferenceStore } from '../../../lib/store/preference-store.ts'

/** The narrowest and the widest that a pane can be made, in pixels. The picture takes the rest. */
export const paneLimits = {
  chat: { min: 280, max: 640 },
  activity: { min: 220, max: 520 },
}

/** The widths of the dashboard's panes in pixels, as this browser's user left them (rule DASH-7). */
export const paneSizes = createPreferenceStore({
  key: 'waggle.dashboard',
  defaults: { chat: 340, activity: 300 },
  repair: (stored) =>
    Object.fromEntries(
      Object.entries(stored).map(([pane, width]) => {
        const { min, max } = paneLimits[pane as keyof typeof paneLimits]
        return [pane, Math.min(max, Math.max(min, width))]
      }),
    ),
  storage: () => localStorage,
})
