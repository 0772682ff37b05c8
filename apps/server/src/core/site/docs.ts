import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Config } from '../../config/config.ts'

/** OpenAPI 3.1 of every call of the contract that is added after this, whichever role answers it. */
export async function describeApi(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(swagger, {
    // What is no call of the contract has no tag.
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

/** The description as a page at /api/docs. */
export async function docsPage(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // The documentation's page brings inline styles of its own: it gets the policy it needs, nobody else does.
    staticCSP: true,
    transformStaticCSP: (policy) => `${policy} frame-ancestors 'none';`,
    uiConfig: { docExpansion: 'list' },
  })
}
