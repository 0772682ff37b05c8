import { existsSync } from 'node:fs'
import type { Config } from '../../config/config.ts'

/** Secrets and sockets of this machine, which ffmpeg must not see where it has to run as the server's user. */
export function pathsHiddenFromFfmpeg({ dataDir, hive, rtmps }: Config): string[] {
  const posterKeyFile =
    hive.chain === 'mainnet' && hive.posterKey && 'file' in hive.posterKey ? hive.posterKey.file : undefined
  const paths = ['/run', dataDir, posterKeyFile, rtmps?.keyFile]
  return paths.filter((path) => path !== undefined && existsSync(path)) as string[]
}
