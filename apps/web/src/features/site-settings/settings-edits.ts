import type { SiteIdentity } from '@waggle/contract/site/settings'
import { createUnsavedEdits } from '../../lib/store/unsaved-edits.ts'

/** They wait while another section of the console is shown. */
export const { useEdits: useSettingsEdits, changeEdits: changeSettingsEdits } = createUnsavedEdits<SiteIdentity>()
