/** Mana is spent at once and regenerates within five days (hived: HIVE_VOTING_MANA_REGENERATION_SECONDS, HIVE_RC_REGEN_TIME). */
export interface Manabar {
  mana: number
  updatedMs: number
}

const regenerationMs = 5 * 24 * 60 * 60_000

/** `max` is the account's VESTS, for both of its manabars. */
export function currentMana(bar: Manabar, max: number, nowMs: number): number {
  const regenerated = Math.floor((max * Math.max(0, nowMs - bar.updatedMs)) / regenerationMs)
  return Math.min(max, bar.mana + regenerated)
}

export function spendMana(bar: Manabar, max: number, nowMs: number, cost: number): Manabar {
  return { mana: Math.max(0, currentMana(bar, max, nowMs) - cost), updatedMs: nowMs }
}
