import { replaceStreamKey } from '../../../apps/server/src/db/accounts/stream-keys.ts'
import { openDatabase } from '../../../apps/server/src/db/open.ts'
import { openSecrets } from '../../../apps/server/src/lib/secrets.ts'
import { hashStreamKey } from '../../../apps/server/src/lib/stream-key.ts'
import { type Site, startSite } from '../../../e2e/support/server/site.ts'

/** A site that only ingests, packages and serves streams: it does not record, and without ffmpeg on its PATH it makes no thumbnails either. */
export function startBareSite(env: Record<string, string> = {}): Promise<Site> {
  return startSite({ WAGGLE_TRANSCODE: 'off', WAGGLE_REWIND_HOURS: '0', PATH: '/nonexistent', ...env })
}

/** Stores stream keys for channels that never signed in, and returns their RTMP addresses: the sandbox has too few accounts. */
export async function openChannels(site: Site, usernames: readonly string[]): Promise<string[]> {
  const secrets = await openSecrets(site.dataDir)
  const db = await openDatabase({ dataDir: site.dataDir })
  try {
    for (const username of usernames) {
      await replaceStreamKey(db, username, hashStreamKey(secrets.streamKey, keyOf(username)), Date.now())
    }
  } finally {
    await db.destroy()
  }
  return usernames.map((username) => `${site.rtmpUrl}/${keyOf(username)}`)
}

function keyOf(username: string): string {
  return `wgl_${username.padEnd(32, '-')}`
}
