import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'

export const health = {
  live: endpoint({
    method: 'GET',
    path: '/api/health',
    summary: 'Tell that the server runs',
    access: 'public',
    reply: z.object({ status: z.literal('ok'), version: z.string(), uptime_seconds: z.number() }),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/api/health/ready',
    summary: 'Tell whether the server can answer calls: 503 while its database does not',
    access: 'public',
    reply: z.object({ status: z.literal('ready'), database_ms: z.number() }),
  }),
}
