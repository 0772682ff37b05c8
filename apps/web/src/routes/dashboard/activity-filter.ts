import { createPreferenceStore } from '../../lib/store/preference-store.ts'

/** What the activity can be narrowed to. */
export const activityKinds = ['all', 'follow', 'tip', 'signal'] as const
export type ActivityKind = (typeof activityKinds)[number]

const defaults: { shown: ActivityKind } = { shown: 'all' }

/** What of the activity is shown, as this browser's user left it (rule DASH-15). */
export const activityFilter = createPreferenceStore({
  key: 'waggle.activity',
  defaults,
  repair: ({ shown }) => (shown && activityKinds.includes(shown) ? { shown } : {}),
  storage: () => localStorage,
})
