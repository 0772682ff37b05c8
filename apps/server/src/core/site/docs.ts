import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Config } from '../../config/config.ts'

/** Describes every endpoint of the contract that is registered after this call, of any role, in OpenAPI 3.1. */
export async function describeApi(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(swagger, {
    // Only endpoints of the contract have a tag.
    hideUntagged: true,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Waggle',
        version: '0.1.0',
        description:
          'Every refusal has the body { code, error, message }: a code for programs and the sentence for people, twice.',
      },
      servers: [{ url: config.http.publicUrl }],
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  })
}

/** Serves the description as a page at /api/docs. */
export async function docsPage(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // This page has inline styles, so it gets a content security policy of its own.
    staticCSP: true,
    transformStaticCSP: (policy) => `${policy} frame-ancestors 'none';`,
    uiConfig: { docExpansion: 'list' },
  })
}
