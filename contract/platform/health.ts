import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'

export const health = {
  live: endpoint({
    method: 'GET',
    path: '/api/health',
    summary: 'Liveness probe',
    reserved: 'alarms',
    access: 'public',
    reply: z.object({ status: z.literal('ok'), version: z.string(), uptime_seconds: z.number() }),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/api/health/ready',
    summary: 'Readiness probe: 503 while the database is not available',
    reserved: 'alarms',
    access: 'public',
    reply: z.object({ status: z.literal('ready'), database_ms: z.number() }),
  }),
}
