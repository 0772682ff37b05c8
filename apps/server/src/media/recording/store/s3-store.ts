import { openAsBlob } from 'node:fs'
import { AwsClient } from 'aws4fetch'
import type { RecordingStoreSettings } from '../../../config/recordings.ts'
import type { RecordingStore } from './recording-store.ts'

type S3Settings = Omit<Extract<RecordingStoreSettings, { kind: 's3' }>, 'kind'>

/** A slow connection needs this long for the 30 s of a high bitrate. */
const putTimeoutMs = 5 * 60_000
const timeoutMs = 20_000

/** Keeps objects in a bucket of an S3-compatible store (Amazon S3 API, signature version 4, addresses with the bucket in the path). */
export function createS3Store(settings: S3Settings): RecordingStore {
  const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })

  async function send(method: string, key: string, options: RequestInit = {}): Promise<Response> {
    const signal = AbortSignal.timeout(method === 'PUT' ? putTimeoutMs : timeoutMs)
    return client.fetch(`${endpoint}/${bucket}/${prefix}${key}`, { ...options, method, signal, redirect: 'error' })
  }

  return {
    async put(key, file) {
      // The bytes are read from the disk while they are sent.
      const body = await openAsBlob(file, { type: 'video/mp4' })
      const response = await send('PUT', key, { body })
      if (!response.ok) throw await failure('store', key, response)
      await response.body?.cancel()
    },
    async read(key, { offset, length }) {
      const response = await send('GET', key, { headers: { range: `bytes=${offset}-${offset + length - 1}` } })
      if (response.status === 206) {
        const bytes = Buffer.from(await response.arrayBuffer())
        // RFC 9110 section 14.4: "bytes 0-499/1234".
        const objectLength = Number(response.headers.get('content-range')?.split('/')[1])
        const version = response.headers.get('etag')?.replaceAll(/[^A-Za-z0-9_-]+/g, '') ?? ''
        return bytes.length === length && objectLength >= length ? { bytes, objectLength, version } : undefined
      }
      if (response.status !== 404 && response.status !== 416) throw await failure('read', key, response)
      await response.body?.cancel()
      return undefined
    },
    async delete(key) {
      const response = await send('DELETE', key)
      if (!response.ok && response.status !== 404) throw await failure('delete', key, response)
      await response.body?.cancel()
    },
  }
}

async function failure(verb: string, key: string, response: Response): Promise<Error> {
  const text = await response.text()
  const code = /<Code>([A-Za-z0-9]{1,60})<\/Code>/.exec(text)?.[1]
  return new Error(`the recording store did not ${verb} ${key}: ${response.status}${code ? ` ${code}` : ''}`)
}
