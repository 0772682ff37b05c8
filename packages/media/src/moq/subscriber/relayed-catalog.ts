/** The catalog of hang, as far as a server that passes it on has to know it. */
interface Catalog {
  video?: { renditions?: Record<string, Rendition> }
  audio?: { renditions?: Record<string, Rendition> }
}

type Rendition = Record<string, unknown>

export interface RelayedRendition {
  kind: 'video' | 'audio'
  /** The name of its track at the publisher. */
  name: string
  /** Media with the same decoder configuration can continue on one track. */
  decoderConfig: string
}

const kinds = ['video', 'audio'] as const

/** The renditions of a catalog; undefined where it is none. */
export function readRenditions(text: string): RelayedRendition[] | undefined {
  const catalog = parse(text)
  return (
    catalog &&
    kinds.flatMap((kind) =>
      Object.entries(catalog[kind]?.renditions ?? {}).map(([name, rendition]) => ({
        kind,
        name,
        decoderConfig: decoderConfig(rendition),
      })),
    )
  )
}

/** The catalog with other names for its tracks. */
export function renameTracks(text: string, names: ReadonlyMap<string, string>): string {
  const catalog = parse(text) ?? {}
  const renamed = kinds.map((kind) => {
    const renditions = Object.entries(catalog[kind]?.renditions ?? {})
    const entries = renditions.map(([name, rendition]) => [names.get(name) ?? name, rendition])
    return [kind, catalog[kind] && { ...catalog[kind], renditions: Object.fromEntries(entries) }]
  })
  return JSON.stringify({ ...catalog, ...Object.fromEntries(renamed) })
}

function parse(text: string): Catalog | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Without what was measured, which differs from time to time. */
function decoderConfig({ bitrate: _bitrate, framerate: _framerate, jitter: _jitter, ...config }: Rendition): string {
  return JSON.stringify(config)
}
