import type { OwnChannel } from '@waggle/contract/channels/endpoints'
import { createUnsavedEdits } from '../../lib/store/unsaved-edits.ts'

/** The tab and the popover of the settings have the same. */
export const { useEdits: useSettingsEdits, changeEdits: changeSettingsEdits } = createUnsavedEdits<OwnChannel>()
