import { readdirSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { setCacheControl } from '../../../http/cache-control.ts'

/** Their names change with their content. */
export const assetsCachePolicy = 'public, max-age=31536000, immutable'

/** The house advertisement is framed without an origin, and has the typeface of the site. */
export const fontHeaders = { 'access-control-allow-origin': '*' }

interface KeptFile {
  bytes: Buffer
  headers: Record<string, string>
}

const types: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** What the build has beside a file, from the smallest. */
const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const

/** The plugin that serves files answers these. */
const unusual = ['if-none-match', 'if-modified-since', 'if-range', 'range']

/**
 * Answers the usual requests for scripts, styles and fonts of the build from memory, a few megabytes. From the disk each needs the listing of
 * the folder and several turns of the event loop, and the page's first picture waits for ten of them
 * (docs/decisions/021-the-picture-comes-first.md). Everything else is left to the handler.
 */
export function keepFilesInMemory(app: FastifyInstance, distDir: string): void {
  const folder = join(distDir, 'assets')
  const names = new Set(listFolder(folder))
  const kept = new Map<string, Promise<KeptFile | undefined>>()

  app.addHook('preHandler', async (request, reply) => {
    const name = usualName(request)
    if (name === undefined) return
    const encoding = encodingOf(name, request.headers['accept-encoding'])
    if (encoding === undefined) return
    const key = name + encoding.ending
    const reading = kept.get(key) ?? readKept(name, encoding)
    kept.set(key, reading)
    const file = await reading
    if (file === undefined) return
    return setCacheControl(reply, assetsCachePolicy).headers(file.headers).send(file.bytes)
  })

  function usualName({ method, url, headers }: FastifyRequest): string | undefined {
    if (method !== 'GET' || !url.startsWith('/assets/') || unusual.some((header) => header in headers)) return undefined
    const name = url.slice('/assets/'.length)
    return names.has(name) && extname(name) in types ? name : undefined
  }

  function encodingOf(name: string, accepted: string | string[] = '') {
    // Weights are for the plugin.
    const offered = String(accepted).split(/\s*,\s*/)
    const built = encodings.filter(({ ending }) => names.has(name + ending))
    return built.length === 0 ? { name: '', ending: '' } : built.find((encoding) => offered.includes(encoding.name))
  }

  async function readKept(name: string, encoding: { name: string; ending: string }): Promise<KeptFile | undefined> {
    const path = join(folder, name + encoding.ending)
    try {
      const [bytes, { mtime }] = await Promise.all([readFile(path), stat(path)])
      const headers = {
        'content-type': types[extname(name)] ?? '',
        'last-modified': mtime.toUTCString(),
        etag: `W/"${bytes.length.toString(16)}-${mtime.getTime().toString(16)}"`,
        ...(extname(name) === '.woff2' && fontHeaders),
        ...(encoding.name && { 'content-encoding': encoding.name, vary: 'accept-encoding' }),
      }
      return { bytes, headers }
    } catch {
      kept.delete(name + encoding.ending)
      return undefined
    }
  }
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
