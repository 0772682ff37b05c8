import { audioKbps, keyIntervalSeconds, type Preset } from './presets.ts'

/** The base canvas stays as OBS sets it up, because scenes are laid out on it. Only the output is scaled. */
const canvas = { width: 1920, height: 1080 }

/**
 * The files that OBS imports with Profile, Import. obs-studio, frontend/widgets/OBSBasic_Profiles.cpp, copies `basic.ini` (which is
 * required), `service.json` and `streamEncoder.json` from the chosen folder. Only the advanced output mode can set the key-frame
 * interval, and every OBS has x264.
 */
export function obsProfile(preset: Preset, serverUrl: string, streamKey: string): Record<string, string> {
  return {
    'basic.ini': ini({
      General: { Name: profileName(preset) },
      Output: { Mode: 'Advanced' },
      AdvOut: {
        Encoder: 'obs_x264',
        AudioEncoder: 'ffmpeg_aac',
        TrackIndex: 1,
        Track1Bitrate: audioKbps,
        ApplyServiceSettings: true,
      },
      Video: {
        BaseCX: canvas.width,
        BaseCY: canvas.height,
        OutputCX: preset.width,
        OutputCY: preset.height,
        FPSType: 0,
        FPSCommon: preset.framesPerSecond,
      },
      Audio: { SampleRate: 48_000, ChannelSetup: 'Stereo' },
    }),
    'service.json': JSON.stringify({
      type: 'rtmp_custom',
      settings: { server: serverUrl, key: streamKey, use_auth: false, bwtest: false },
    }),
    'streamEncoder.json': JSON.stringify({
      rate_control: 'CBR',
      bitrate: preset.videoKbps,
      keyint_sec: keyIntervalSeconds,
      preset: 'veryfast',
      profile: 'high',
    }),
  }
}

/** Also the name of the folder, by which OBS distinguishes profiles. */
export function profileName({ name }: Preset): string {
  return `Waggle-${name}`
}

function ini(sections: Record<string, Record<string, string | number | boolean>>): string {
  return Object.entries(sections)
    .flatMap(([name, values]) => [`[${name}]`, ...Object.entries(values).map(([key, value]) => `${key}=${value}`), ''])
    .join('\n')
}
