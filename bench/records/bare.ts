/**
 * Baseline in a child process: Fastify with SQL alone, in the same database. No session, permissions, validation,
 * activity log or live changes.
 */
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.BARE_DATABASE, max: 16 })
await pool.query(`create table if not exists bare_devices (id uuid primary key default gen_random_uuid(),
  name text not null, serial text not null, version int not null default 1, created_at timestamptz default now())`)

const columns = 'id, name, serial, version, created_at'
const one = (name: string, text: string, values: unknown[]) =>
  pool.query({ name, text, values }).then(({ rows }) => rows[0])

const app = Fastify()
app.get<{ Params: { id: string } }>('/:id', ({ params }) =>
  one('read', `select ${columns} from bare_devices where id = $1`, [params.id]),
)
app.post<{ Body: { name: string; serial: string } }>('/', ({ body }) =>
  one('create', `insert into bare_devices (name, serial) values ($1, $2) returning ${columns}`, [
    body.name,
    body.serial,
  ]),
)
app.put<{ Params: { id: string }; Body: { name: string } }>('/:id', ({ params, body }) =>
  one(
    'update',
    `update bare_devices set name = $2, version = version + 1 where id = $1 returning ${columns}`,
    [params.id, body.name],
  ),
)
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }))
