import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { runProgram, testMedia } from '../../../../../packages/media/src/rtmp/testing/ffmpeg.ts'
import { makeSelfSigned } from '../../../../../packages/media/src/rtmp/testing/self-signed.ts'
import { ConfigError } from '../../lib/startup/config-error.ts'
import { removeFolder, temporaryFolder } from '../../testing/engines/private-process.ts'
import { startTestSite } from '../../testing/site.ts'
import { openCertificate } from './certificate.ts'

const folder = await temporaryFolder('certificate')
const first = makeSelfSigned(folder, 'first.example')
const second = makeSelfSigned(folder, 'second.example')
afterAll(() => removeFolder(folder))
const silent = pino({ level: 'silent' })

it.each([
  ['WAGGLE_RTMPS_CERT_FILE', 'a missing certificate', { ...first, certFile: '/nowhere/cert.pem' }],
  ['WAGGLE_RTMPS_KEY_FILE', 'a missing key', { ...first, keyFile: '/nowhere/key.pem' }],
  ['WAGGLE_RTMPS_CERT_FILE', 'a key in place of the certificate', { ...first, certFile: first.keyFile }],
  ['WAGGLE_RTMPS_KEY_FILE', 'a certificate in place of the key', { ...first, keyFile: first.certFile }],
  ['WAGGLE_RTMPS_KEY_FILE', 'the key of another certificate', { ...first, keyFile: second.keyFile }],
  ['WAGGLE_RTMPS_CERT_FILE', 'a folder', { ...first, certFile: folder }],
])('names %s for %s, in one sentence', async (setting, _, files) => {
  const refusal: unknown = await openCertificate(files, silent).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(ConfigError)
  const { message } = refusal as ConfigError
  expect(message.startsWith(`${setting}: `)).toBe(true)
  expect(message).toMatch(/^[^\n]+\.$/)
})

it('uses a renewed certificate, and keeps the previous one while certificate and key do not fit', async () => {
  const files = { certFile: join(folder, 'live.cert.pem'), keyFile: join(folder, 'live.key.pem') }
  // Replaced atomically: a concurrent read sees the previous content or the new one.
  const put = async (file: string, content: string | Buffer) => {
    await writeFile(`${file}.new`, content)
    await rename(`${file}.new`, file)
  }
  await put(files.certFile, await readFile(first.certFile))
  await put(files.keyFile, await readFile(first.keyFile))
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
  const newestLine = () => lines.at(-1)
  const certificate = await openCertificate(files, log, 10)
  try {
    const before = certificate.secureContext
    await put(files.certFile, await readFile(second.certFile))
    await expect.poll(newestLine).toContain('is not the key of the certificate')
    await rm(files.certFile)
    await expect.poll(newestLine).toContain('cannot be read (ENOENT)')
    await put(files.certFile, 'half a certif')
    await expect.poll(newestLine).toContain('contains no PEM certificate')
    expect(lines).toHaveLength(3)
    expect(certificate.secureContext).toBe(before)
    await put(files.keyFile, await readFile(second.keyFile))
    await put(files.certFile, await readFile(second.certFile))
    await expect.poll(newestLine).toContain('was renewed')
    expect(certificate.secureContext).not.toBe(before)
  } finally {
    certificate.close()
  }
})

it('a site with a certificate accepts streams over RTMPS', async () => {
  const env = {
    WAGGLE_RTMPS_PORT: '0',
    WAGGLE_RTMPS_CERT_FILE: first.certFile,
    WAGGLE_RTMPS_KEY_FILE: first.keyFile,
  }
  const site = await startTestSite({ env })
  try {
    expect(site.rtmpsUrl).toMatch(/^rtmps:\/\/127\.0\.0\.1:\d{2,5}\/live$/)
    const key = await site.streamKey('alice')
    const { status, log } = await runProgram('ffmpeg', ...testMedia(3), '-f', 'flv', `${site.rtmpsUrl}/${key}`)
    expect(status, log).toBe(0)
    const { streams } = (await site.request('GET', '/api/streams')).json
    expect(streams).toMatchObject([{ username: 'alice' }])
    const wrong = await runProgram('ffmpeg', ...testMedia(1), '-f', 'flv', `${site.rtmpsUrl}/wrong`)
    expect(wrong.log).toContain('Server error: This stream key is not valid.')
    const socket = connect({ port: Number(new URL(site.rtmpsUrl ?? '').port), rejectUnauthorized: false })
    await new Promise((resolve) => socket.once('secureConnect', resolve))
    expect(socket.getPeerX509Certificate()?.subject).toBe('CN=first.example')
    socket.destroy()
  } finally {
    await site.close()
  }
})
