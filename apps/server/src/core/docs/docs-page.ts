import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'
import { openapiDocument } from './openapi.ts'

/** Serves the description of the API as a page at /api/docs, and as a document at /api/docs/json. */
export async function docsPage(app: FastifyInstance, config: Config): Promise<void> {
  const document = openapiDocument(config.http.publicUrl) as unknown as StaticDocumentSpec['document']
  await app.register(swagger, { mode: 'static', specification: { document } })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // This page has inline styles, so it gets a content security policy of its own.
    staticCSP: true,
    transformStaticCSP: (policy) => `${policy} frame-ancestors 'none';`,
    uiConfig: { docExpansion: 'list' },
  })
}
