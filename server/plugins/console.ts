import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import files from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import { notFound } from '../kit/problem.ts'

type Headers = Pick<FastifyReply, 'getHeader' | 'header'>

const built = fileURLToPath(new URL('../../dist/console/', import.meta.url))
const page = `${built}index.html`

/** CSP sources of the page's inline scripts: their hashes. */
function inlineScriptSources(): string {
  const scripts = readFileSync(page, 'utf8').matchAll(/<script>([\s\S]*?)<\/script>/g)
  return [...scripts]
    .map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
    .join(' ')
}

/** Headers that browsers ignore on assets, where they would add a kilobyte to each response. */
const documentHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-request-id',
  'x-xss-protection',
]

/** Serves the precompressed console. Paths that are neither a file nor an API path return `index.html`. */
export const console = fp(async (app: FastifyInstance) => {
  if (!existsSync(page)) return
  const sources = inlineScriptSources()
  const allowInlineScripts = (reply: Headers) => {
    const policy = String(reply.getHeader('content-security-policy'))
    reply.header(
      'content-security-policy',
      policy.replace("script-src 'self'", `script-src 'self' ${sources}`),
    )
  }
  // The text editor shows previews, which have example data, as pictures of its texts.
  const allowOwnFrames = (reply: Headers) => {
    const policy = String(reply.getHeader('content-security-policy'))
    reply.header(
      'content-security-policy',
      policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
    )
    reply.header('x-frame-options', 'SAMEORIGIN')
  }
  await app.register(async assets => {
    assets.addHook('onSend', async (_request, reply) => {
      for (const name of documentHeaders) reply.removeHeader(name)
    })
    await assets.register(files, {
      root: `${built}assets/`,
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      decorateReply: false,
      // The content hash in the name identifies the file.
      etag: false,
      lastModified: false,
      acceptRanges: false,
    })
  })
  await app.register(files, {
    root: built,
    wildcard: false,
    globIgnore: ['assets/**', '**/*.br', '**/*.gz'],
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      reply.header('cache-control', 'no-cache')
      if (path.startsWith(page)) allowInlineScripts(reply)
    },
  })
  app.get('/*', { logLevel: 'warn' }, (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (/^\/(api|ai|assets)\//.test(path) || /\.\w+$/.test(path)) throw notFound('This path')
    if (path.startsWith('/preview/')) allowOwnFrames(reply)
    return reply.sendFile('index.html')
  })
})
