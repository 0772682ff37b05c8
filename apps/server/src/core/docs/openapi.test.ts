import { createConfig, lintFromString } from '@redocly/openapi-core'
import { endpoints } from '@waggle/contract/endpoints'
import { type EndpointName, routes } from '@waggle/contract/routes'
import { parsePath } from '@waggle/media/hls/playlist/request-path'
import { describe, expect, it } from 'vitest'
import { openapiDocument } from './openapi.ts'

interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: { name: string; in: string; description: string; schema: { examples?: string[] } }[]
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
}

const document = openapiDocument('https://live.example')
const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, ...operation })),
)

it('[API-21] is valid for Redocly, by its recommended rules', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    // Some calls have no refusals of their own: those that any call can meet are the default response.
    rules: { 'operation-4xx-response': 'off' },
  })
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: '/openapi.json', config })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

it('describes every call of the contract, by its name', () => {
  const described = Object.fromEntries(operations.map(({ operationId, call }) => [operationId, call]))
  for (const name of Object.keys(routes) as EndpointName[]) {
    expect(described[name]).toBe(routes[name].replace(/:(\w+)/g, '{$1}'))
  }
})

describe('every operation', () => {
  it.each(operations)('$call says who may make it, what it answers, and what everything means', (operation) => {
    const auth = operation.operationId in endpoints ? endpoints[operation.operationId as EndpointName].auth : 'none'
    expect(operation.security).toEqual({ none: [], session: [{ session: [] }], 'hls-token': [{ hlsToken: [] }] }[auth])
    const statuses = Object.keys(operation.responses)
    expect(statuses.filter((status) => /^2\d\d$/.test(status))).toHaveLength(1)
    expect(Object.values(operation.responses[200]?.content ?? {})).toHaveLength(1)
    const texts = [operation, ...operation.parameters, ...Object.values(operation.responses)]
    for (const { description } of texts) expect(description?.length).toBeGreaterThan(7)
    expect(operation.summary.length).toBeGreaterThan(7)
    expect(document.tags.map(({ name }) => name)).toContain(operation.tags[0])
  })
})

it('names the shapes that several calls share, once', () => {
  const { schemas } = document.components
  const text = JSON.stringify(document.paths) + JSON.stringify(schemas)
  for (const name of ['Channel', 'StreamInfo', 'ActiveStream', 'ChatMessage', 'ChatConfig', 'Refusal']) {
    expect(Object.keys(schemas)).toContain(name)
  }
  for (const name of Object.keys(schemas)) expect(text).toContain(`"#/components/schemas/${name}"`)
  for (const [, name] of text.matchAll(/#\/components\/schemas\/(\w+)/g)) expect(Object.keys(schemas)).toContain(name)
  const errors = operations
    .filter(({ operationId }) => operationId in endpoints)
    .flatMap(({ responses }) => Object.entries(responses).filter(([status]) => !status.startsWith('2')))
  for (const [, { content }] of errors) {
    expect(content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Refusal' })
  }
})

it('lists the codes of a refusal with their sentences', () => {
  const { responses } = operations.find(({ operationId }) => operationId === 'createStreamKey') ?? {}
  expect(responses?.[403]?.description).toBe('- `not_your_account`: You are logged in with another account')
})

it('a key is bytes, and a history is a table', () => {
  const typeOf = (id: string) =>
    Object.keys(operations.find(({ operationId }) => operationId === id)?.responses[200]?.content ?? {})
  expect([typeOf('getHlsKey'), typeOf('exportBroadcasts')]).toEqual([['application/octet-stream'], ['text/csv']])
})

it('media is at the addresses that the packager knows', () => {
  const files = operations.find(({ operationId }) => operationId === 'getMedia')?.parameters.at(-1)?.schema.examples
  const paths = ['master.m3u8', 'source/media.m3u8', ...(files ?? []).map((file) => `source/${file}`)]
  expect(paths.map((path) => parsePath(path)?.kind)).toEqual(['master', 'playlist', 'init', 'segment', 'part'])
})
