import { expect, test } from 'vitest'
import { obsProfile, profileName } from './obs-profile.ts'
import { presets } from './presets.ts'

test.each(presets.map((preset) => [preset.name, preset] as const))(
  '[KEY-11] the profile for %s has the files and settings that OBS imports',
  (_name, preset) => {
    const files = obsProfile(preset, 'rtmp://live.example/live', 'wgl_key')
    expect(Object.keys(files)).toEqual(['basic.ini', 'service.json', 'streamEncoder.json'])
    expect(JSON.parse(files['service.json'] ?? '')).toEqual({
      type: 'rtmp_custom',
      settings: { server: 'rtmp://live.example/live', key: 'wgl_key', use_auth: false, bwtest: false },
    })
    expect(JSON.parse(files['streamEncoder.json'] ?? '')).toMatchObject({ keyint_sec: 2, bitrate: preset.videoKbps })
    const lines = files['basic.ini']?.split('\n') ?? []
    expect(lines).toContain('[General]')
    expect(lines).toContain(`Name=${profileName(preset)}`)
    // Scenes laid out for the canvas of 1080p keep their places: only the output is scaled.
    expect(lines).toContain('BaseCX=1920')
    expect(lines).toContain('BaseCY=1080')
    expect(lines).toContain(`OutputCX=${preset.width}`)
    expect(lines).toContain(`OutputCY=${preset.height}`)
    expect(lines).toContain(`FPSCommon=${preset.framesPerSecond}`)
    expect(lines).toContain('Mode=Advanced')
  },
)
