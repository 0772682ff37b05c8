import { type ChannelPanel, checkPanel, type PanelMistake } from '@waggle/contract/channels/panels'

/** A panel in the form. Its key stays the same while the panel is edited and moved. */
export interface PanelDraft {
  key: number
  title: string
  text: string
  link: string
}

export function draftsOf(panels: readonly ChannelPanel[]): PanelDraft[] {
  return panels.map(({ title, text, link }, key) => ({ key, title, text, link: link ?? '' }))
}

export function panelOf({ title, text, link }: PanelDraft): ChannelPanel {
  return { title, text, link: link === '' ? null : link }
}

/** Whether the drafts differ from the saved panels, also only in their order. */
export function isChanged(saved: readonly ChannelPanel[], drafts: readonly PanelDraft[]): boolean {
  return JSON.stringify(saved) !== JSON.stringify(drafts.map(panelOf))
}

/** The drafts with an empty one at the end. */
export function withEmptyPanel(drafts: readonly PanelDraft[]): [...PanelDraft[], PanelDraft] {
  const key = Math.max(-1, ...drafts.map((draft) => draft.key)) + 1
  return [...drafts, { key, title: '', text: '', link: '' }]
}

/** The drafts with one of them moved to another place. */
export function movedTo(drafts: readonly PanelDraft[], draft: PanelDraft, place: number): PanelDraft[] {
  return drafts.filter((other) => other !== draft).toSpliced(place, 0, draft)
}

/** What is wrong with a draft; undefined where it can be saved. */
export function mistakeIn(draft: PanelDraft): PanelMistake | undefined {
  const checked = checkPanel(panelOf(draft))
  return typeof checked === 'string' ? checked : undefined
}
