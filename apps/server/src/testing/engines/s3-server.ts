import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const credentials = { accessKeyId: 'AKIATESTTESTTESTTEST', secretAccessKey: 'test/secret+key' }
const region = 'eu-test-1'
const longestSkewMs = 15 * 60_000

/**
 * A store with one bucket that behaves like Amazon S3 for PutObject, GetObject with a range, and DeleteObject, and checks the signature
 * of every request ("Signature Version 4 signing process"). `isAway` makes it fail as a store does that is overloaded.
 */
export async function startS3Server(bucket = 'recordings') {
  const objects = new Map<string, Buffer>()
  const state = { isAway: false, requests: 0 }
  const server = createServer((request, response) => {
    state.requests += 1
    answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const refuse = (status: number, code: string) =>
      response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
    if (state.isAway) return void refuse(503, 'SlowDown')
    if (!isSigned(request)) return void refuse(403, 'SignatureDoesNotMatch')
    const path = new URL(request.url ?? '', 'http://host').pathname
    if (!path.startsWith(`/${bucket}/`)) return void refuse(404, 'NoSuchBucket')
    const key = decodeURIComponent(path.slice(bucket.length + 2))
    const object = objects.get(key)
    if (request.method === 'PUT') {
      if (request.headers['content-length'] === undefined) return void refuse(411, 'MissingContentLength')
      objects.set(key, Buffer.concat(chunks))
      return void response.end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return void response.writeHead(204).end()
    }
    if (object === undefined) return void refuse(404, 'NoSuchKey')
    const [, from = '0', to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (Number(from) >= object.length) return void refuse(416, 'InvalidRange')
    const until = Math.min(Number(to ?? object.length - 1), object.length - 1)
    response.writeHead(206, { 'content-range': `bytes ${from}-${until}/${object.length}` })
    response.end(object.subarray(Number(from), until + 1))
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    objects,
    state,
    settings: { endpoint, bucket, prefix: 'waggle/', region, ...credentials },
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

function isSigned({ method, url, headers }: IncomingMessage): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(.+)$/
  const [, accessKeyId, day, signedRegion, names, signature] = pattern.exec(headers.authorization ?? '') ?? []
  const time = String(headers['x-amz-date'])
  const timeMs = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!names || !day || accessKeyId !== credentials.accessKeyId || signedRegion !== region) return false
  if (!time.startsWith(day) || !(Math.abs(Date.now() - timeMs) < longestSkewMs)) return false
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => names.split(';').includes(name))) return false
  const { pathname, searchParams } = new URL(url ?? '', 'http://host')
  const canonicalHeaders = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const hash = String(headers['x-amz-content-sha256'])
  const request = [method, pathname, searchParams.toString(), canonicalHeaders.join(''), names, hash].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(request).digest('hex')].join('\n')
  const hmac = (key: string | Buffer, value: string) => createHmac('sha256', key).update(value).digest()
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${credentials.secretAccessKey}`)
  return hmac(key, text).toString('hex') === signature
}
