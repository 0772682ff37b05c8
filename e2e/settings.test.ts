import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { runUntilExit, startSite } from './support/server/site.ts'

describe('npm start', () => {
  it('[OPS-1, OPS-3] prints the addresses, the sandbox accounts and how to broadcast, becomes ready, and stops cleanly', async () => {
    const site = await startSite()
    try {
      for (const part of [site.url, site.rtmpUrl, 'alice, bob, carol', 'ffmpeg -re', 'In OBS:'])
        expect(site.output()).toContain(part)
      for (const path of ['/healthz', '/readyz']) expect((await fetch(site.url + path)).status).toBe(200)
      expect(await site.stop()).toBe(0)
    } finally {
      await site.remove()
    }
  })

  it('refuses an invalid setting in one sentence that names it', async () => {
    const { code, output } = await runUntilExit({ WAGGLE_RTMP_PORT: 'abc' })
    expect(code).toBe(1)
    expect(output.trim().split('\n')).toEqual([expect.stringContaining('WAGGLE_RTMP_PORT')])
  })

  it.each(['WAGGLE_HTTP_PORT', 'WAGGLE_RTMP_PORT'])('names the setting whose port is in use: %s', async (setting) => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const address = other.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    const first = await startSite()
    try {
      const { code, output } = await runUntilExit({
        WAGGLE_HTTP_PORT: '0',
        WAGGLE_RTMP_PORT: '0',
        WAGGLE_DATA_DIR: first.dataDir,
        [setting]: port,
      })
      expect(code).toBe(1)
      expect(output).toContain(`${setting}: port ${port} is in use already`)
      expect(output).not.toContain('    at ')
    } finally {
      other.close()
      await first.remove()
    }
  })
})
