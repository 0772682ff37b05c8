import { handleRpc } from '@waggle/hive/sandbox/api/rpc'
import { avatarSvg } from '@waggle/hive/sandbox/avatar'
import type { SandboxChain } from '@waggle/hive/sandbox/chain/chain'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { setCacheControl } from '../../http/cache-control.ts'

const avatarMaxAgeSeconds = 86_400

/** The sandbox chain as a Hive node at /sandbox/hive, for any wallet or Hive library (rule OPS-4), and its accounts' avatars. */
export function sandboxRoutes(app: FastifyInstance, chain: SandboxChain): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers({
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
        'access-control-allow-methods': 'GET, POST, OPTIONS',
      })
    })
    scope.options('/sandbox/hive', (_request, reply) => reply.status(204).send())
    for (const path of ['/sandbox/hive', '/sandbox/hive/health']) {
      scope.get(path, async () => ({ status: 'OK' }))
    }
    scope.post('/sandbox/hive', (request, reply) => answer(chain, String(request.body ?? ''), reply))
    for (const path of ['/u/:name/avatar', '/u/:name/avatar/:size', '/sandbox/hive/u/:name/avatar']) {
      scope.get<{ Params: { name: string } }>(path, (request, reply) =>
        setCacheControl(reply, `public, max-age=${avatarMaxAgeSeconds}`)
          .type('image/svg+xml')
          .send(avatarSvg(request.params.name)),
      )
    }
  })
}

async function answer(chain: SandboxChain, body: string, reply: FastifyReply) {
  const result = await handleRpc(chain, body)
  return reply.type('application/json').send(JSON.stringify(result))
}
