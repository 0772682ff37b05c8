import { limits } from '@waggle/contract/limits'
import { createPreferenceStore } from '../../lib/store/preference-store.ts'

/** Of how many days the statistics are, as this browser's user left it (rule STATS-11). */
export const statisticsDays = createPreferenceStore({
  key: 'waggle.statistics',
  defaults: { days: limits.followerGrowthDays as number },
  repair: ({ days = 0 }) => (limits.totalsDays.some((each) => each === days) ? { days } : {}),
  storage: () => localStorage,
})
