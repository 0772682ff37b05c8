/** An object of JSON. */
type Json = Record<string, unknown>

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
  if (catalog === undefined) return undefined
  return kinds.flatMap((kind) =>
    Object.entries(renditionsOf(catalog, kind)).map(([name, rendition]) => ({
      kind,
      name,
      decoderConfig: decoderConfig(asObject(rendition)),
    })),
  )
}

/** The catalog with other names for its tracks. */
export function renameTracks(text: string, names: ReadonlyMap<string, string>): string {
  const catalog = parse(text) ?? {}
  const renamed = kinds
    .filter((kind) => kind in catalog)
    .map((kind) => {
      const entries = Object.entries(renditionsOf(catalog, kind)).map(([name, value]) => [
        names.get(name) ?? name,
        value,
      ])
      return [kind, { ...asObject(catalog[kind]), renditions: Object.fromEntries(entries) }]
    })
  return JSON.stringify({ ...catalog, ...Object.fromEntries(renamed) })
}

function renditionsOf(catalog: Json, kind: string): Json {
  return asObject(asObject(catalog[kind]).renditions)
}

function parse(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function asObject(value: unknown): Json {
  return isObject(value) ? value : {}
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Without what was measured, which differs from time to time. */
function decoderConfig({ bitrate: _bitrate, framerate: _framerate, jitter: _jitter, ...config }: Json): string {
  return JSON.stringify(config)
}
