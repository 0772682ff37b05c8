import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Config } from '../config/config.ts'

type Settings = Pick<Config, 'roles' | 'transcode'>

/** For each program that these settings use and that the machine does not have, what does not work and how to get it. */
export function missingPrograms(settings: Settings, path = process.env.PATH ?? ''): string[] {
  const isThere = (program: string) => path.split(delimiter).some((folder) => existsSync(join(folder, program)))
  const missing: string[] = []
  if (settings.roles.includes('media') && !isThere('ffmpeg')) {
    const loss = settings.transcode === 'off' ? 'thumbnails' : 'thumbnails and lower renditions'
    missing.push(`ffmpeg is not installed, so there are no ${loss}: install it (Debian: apt-get install ffmpeg).`)
  }
  return missing
}
