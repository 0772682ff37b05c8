import { createPreferenceStore } from '../../../lib/store/preference-store.ts'

/** In the order that they have at first. */
export const quickActionNames = ['clip', 'chapter', 'cutOut', 'copyLink', 'share', 'viewChannel'] as const
export type QuickActionName = (typeof quickActionNames)[number]

interface QuickActionChoice {
  /** All of them, also those that are hidden. */
  order: readonly QuickActionName[]
  hidden: readonly QuickActionName[]
}

/** Which quick actions the dashboard shows, and where, as this browser's user left them (rule DASH-10). */
export function createQuickActionChoice(storage: () => Pick<Storage, 'getItem' | 'setItem'>) {
  return createPreferenceStore<QuickActionChoice>({
    key: 'waggle.quick-actions',
    defaults: { order: quickActionNames, hidden: [] },
    repair: ({ order = [], hidden = [] }) => ({
      // What was stored by another version has other actions: the new ones come last.
      order: [...new Set([...known(order), ...quickActionNames])],
      hidden: known(hidden),
    }),
    storage,
  })
}

export const quickActionChoice = createQuickActionChoice(() => localStorage)

/** The order with one of them at another place, from 0 on. */
export function movedTo(
  order: readonly QuickActionName[],
  name: QuickActionName,
  place: number,
): readonly QuickActionName[] {
  return order.filter((other) => other !== name).toSpliced(place, 0, name)
}

function known(names: readonly string[]): QuickActionName[] {
  return quickActionNames.filter((name) => names.includes(name)).sort((a, b) => names.indexOf(a) - names.indexOf(b))
}
