import { pagePaths, watchPath } from '@waggle/contract/pages/page-addresses'
import { sandboxAccountNames } from '@waggle/hive/sandbox/accounts'
import type { Config } from './config/config.ts'

/** What a person reads after the start: where everything is and what to do next. */
export function welcome(config: Config): string {
  const lines = [
    '',
    'Waggle is running.',
    '',
    `  Site        ${config.http.publicUrl}`,
    `  RTMP        ${config.rtmp.publicUrl}`,
    ...(config.rtmps ? [`  RTMPS       ${config.rtmps.publicUrl}`] : []),
    `  API         ${config.http.publicUrl}/api/docs`,
    `  Data        ${config.dataDir}`,
    ...(config.nodeUrl ? [`  This node   ${config.nodeUrl}`] : []),
    ...(config.roles.length < 3 ? [`  Roles       ${config.roles.join(', ')}`] : []),
    '',
  ]
  if (config.sampleStream)
    lines.push(`  A sample stream goes live in a few seconds: ${config.http.publicUrl}${watchPath('waggle')}`, '')
  if (config.hive.chain === 'sandbox') {
    const names = sandboxAccountNames.filter((name) => name !== config.hive.posterAccount)
    lines.push(
      'This is the sandbox: a Hive chain of its own, nothing leaves this machine, no wallet extension is needed.',
      `  Sign in as one of its accounts: ${names.join(', ')}.`,
      '',
    )
  }
  lines.push(
    'To broadcast:',
    `  1. Open ${config.http.publicUrl}${pagePaths.streamKey}, sign in and generate a stream key.`,
    '  2. In OBS: Settings, Stream, Service "Custom…",',
    `     Server ${config.rtmp.publicUrl}, Stream Key: the key. Settings, Output, Advanced: Keyframe Interval 2 s.`,
    '     Or, without OBS, a test picture (put your key in place of KEY):',
    '     ffmpeg -re -f lavfi -i testsrc2=size=1280x720:rate=30 -f lavfi -i sine=440 -c:v libx264 -preset veryfast \\',
    `       -pix_fmt yuv420p -g 60 -b:v 2500k -c:a aac -f flv ${config.rtmp.publicUrl}/KEY`,
    '  3. Open the site in another browser and watch.',
    '',
    'Ctrl-C stops it.',
    '',
  )
  return lines.join('\n')
}
