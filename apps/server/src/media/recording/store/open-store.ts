import type { RecordingStoreSettings } from '../../../config/recordings.ts'
import { createFolderStore } from './folder-store.ts'
import type { RecordingStore } from './recording-store.ts'

export function openStore(settings: RecordingStoreSettings): RecordingStore {
  return createFolderStore(settings.folder)
}
