import type { LucideIcon } from 'lucide-react'

/** A part of a page that a bar, or its sheet, leads to. */
export interface BarEntry<Key extends string> {
  key: Key
  label: string
  Icon: LucideIcon
  /** How many things are new or wait there, with the words for it. */
  count?: number
  countLabel?: string
  /** Where it leads, of a page of its own: only in the sheet. */
  href?: string
}
