import type { Answer } from '@waggle/contract/endpoints'
import type { AnnouncementSettings } from '@waggle/contract/hive/endpoints'
import type { Api } from '../../lib/api/api.ts'

/** Changes some of the announcement settings, and keeps the others as the server has them. */
export async function changeAnnouncements({
  api,
  token,
  change,
}: {
  api: Api
  token: string
  change: Partial<AnnouncementSettings>
}): Promise<Answer<'updateAnnouncements'>> {
  const { settings } = await api('getAnnouncements', { token })
  return api('updateAnnouncements', { token, body: { ...settings, ...change } })
}
