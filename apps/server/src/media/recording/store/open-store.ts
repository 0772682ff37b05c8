import type { RecordingStoreSettings } from '../../../config/recordings.ts'
import { createFolderStore } from './folder-store.ts'
import type { RecordingStore } from './recording-store.ts'
import { createS3Store } from './s3-store.ts'

export function openStore(settings: RecordingStoreSettings): RecordingStore {
  return settings.kind === 'folder' ? createFolderStore(settings.folder) : createS3Store(settings)
}
