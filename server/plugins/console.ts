import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { notFound } from '../kit/problem.ts'

const built = fileURLToPath(new URL('../../dist/console/', import.meta.url))

/** Serves the built console; unknown paths outside the API return `index.html`. */
export const console = fp(async (app: FastifyInstance) => {
  if (!existsSync(built)) return
  await app.register(files, {
    root: built,
    wildcard: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })
  app.get('/*', { logLevel: 'warn' }, (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (/^\/(api|ai|assets)\//.test(path) || /\.\w+$/.test(path)) throw notFound('This path')
    return reply.sendFile('index.html')
  })
})
