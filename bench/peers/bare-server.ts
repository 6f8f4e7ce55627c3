/** The process of `bare.ts`. */
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.BARE_DATABASE, max: 16 })

/** Prepared on first use by each connection. */
const ask = async (name: string, text: string, values: unknown[]) =>
  (await pool.query({ name, text, values })).rows

interface Page {
  Querystring: { limit: string; offset: string; status?: string }
}
interface LogPage {
  Querystring: { limit: string; action: string }
}
interface Device {
  Params: { id: string }
  Body: { name: string; serial: string; kind: string; organization_id: string }
}

const app = Fastify()
app.get<Page>('/devices', async ({ query: { limit, offset, status } }) => {
  const where = status ? 'where status = $1' : ''
  const values = status ? [status] : []
  const place = values.length
  const [rows, [count]] = await Promise.all([
    ask(
      `page${where}`,
      `select * from devices ${where} order by name, id limit $${place + 1} offset $${place + 2}`,
      [...values, limit, offset],
    ),
    ask(`count${where}`, `select count(*)::int as total from devices ${where}`, values),
  ])
  return { rows, total: count.total }
})
app.get<LogPage>('/activity-logs', async ({ query: { limit, action } }) => {
  const [rows, [count]] = await Promise.all([
    ask('logs', `select * from activity_logs where action = $1 order by "timestamp" desc, id desc limit $2`, [
      action,
      limit,
    ]),
    ask('count of logs', 'select count(*)::int as total from activity_logs where action = $1', [action]),
  ])
  return { rows, total: count.total }
})
app.get<Device>('/devices/:id', async ({ params }) => {
  const [row] = await ask('read', 'select * from devices where id = $1', [params.id])
  return row
})
app.post<Device>('/devices', async ({ body }, reply) => {
  const [row] = await ask(
    'create',
    'insert into devices (name, serial, kind, organization_id) values ($1, $2, $3, $4) returning *',
    [body.name, body.serial, body.kind, body.organization_id],
  )
  return reply.code(201).send(row)
})
app.patch<Device>('/devices/:id', async ({ params, body }) => {
  const [row] = await ask(
    'update',
    'update devices set name = $2, version = version + 1, updated_at = now() where id = $1 returning *',
    [params.id, body.name],
  )
  return row
})
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.((app.server.address() as AddressInfo).port)
