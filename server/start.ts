import { type AddressInfo, createServer } from 'node:net'
import { Redis } from 'ioredis'
import { openMail } from './adapters/mail/index.ts'
import { createApp } from './app.ts'
import { type Config, publicUrl, readConfig } from './config.ts'
import { fillOnFirstStart, isEmpty } from './db/demo/first-start.ts'
import { supervise } from './db/embedded/index.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { openChanges } from './kit/changes.ts'
import { openJobs } from './kit/jobs.ts'
import { openLog } from './log.ts'
import { ensureFirstAdmin, hashPassword } from './modules/auth/index.ts'
import { openTokens } from './plugins/session.ts'

/** A running server. */
export interface Running {
  url: string
  /** Finishes what is under way, then lets go of everything. */
  stop(): Promise<void>
}

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Stops things in the reverse order of their start; one that fails does not keep the others. */
function stack() {
  const undo: (() => Promise<unknown> | unknown)[] = []
  return {
    later: (stop: () => Promise<unknown> | unknown) => void undo.push(stop),
    async unwind() {
      for (const stop of undo.splice(0).reverse()) {
        try {
          await stop()
        } catch (error) {
          process.stderr.write(`While stopping: ${(error as Error).message}\n`)
        }
      }
    },
  }
}

/** @throws with a clear message when something else listens there. */
async function mustBeFree({ PORT, HOST }: Config): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(
              `Port ${PORT} on ${HOST} is taken by another program. Stop it, or choose another with PORT.`,
            )
          : error,
      ),
    )
    probe.listen(PORT, HOST, () => probe.close(() => resolve()))
  })
}

/** Starts everything: database, migrations, first admin, jobs, calls; says `ready http://…` once calls are answered. */
export async function start(environment: NodeJS.ProcessEnv = process.env): Promise<Running> {
  const config = readConfig(environment)
  await mustBeFree(config)
  const log = openLog(config)
  const stops = stack()
  try {
    const connectionString =
      config.DATABASE_URL ?? (await embedded(config, stops, message => log.info(message)))
    const database = openDatabase(connectionString, error =>
      log.warn({ err: error }, 'a database connection broke'),
    )
    stops.later(() => database.close())
    const applied = await migrate(database.db)
    if (applied.length > 0) say(`database brought up to date: ${applied.join(', ')}`)

    const jobs = openJobs(connectionString, log)
    const changes = openChanges({ log, ...(config.REDIS_URL && { redisUrl: config.REDIS_URL }) })
    stops.later(() => changes.close())
    const services = { config, database, jobs, changes, mail: openMail(config, log), log }
    const admin = await ensureFirstAdmin(services)
    if (config.DEMO && (await isEmpty(database.db))) {
      const password = config.ADMIN_PASSWORD ?? admin?.password
      await fillOnFirstStart(connectionString, password ? await hashPassword(password) : null, say)
      // The planner's estimates; nobody has to wait for them.
      database.pool.query('analyze').catch(error => log.warn({ err: error }, 'analyze'))
    }
    const tokens = await openTokens(database.db)
    const redis = config.REDIS_URL ? new Redis(config.REDIS_URL, { maxRetriesPerRequest: 1 }) : null
    redis?.on('error', error => log.warn({ err: error }, 'redis'))
    stops.later(() => redis?.disconnect())

    const app = await createApp(services, tokens, redis)
    await jobs.start()
    stops.later(() => jobs.stop())
    stops.later(() => app.close())
    await app.listen({ port: config.PORT, host: config.HOST })
    if (admin)
      say(
        `first admin: ${admin.username}${admin.password ? ` · password: ${admin.password} (shown only now)` : ''}`,
      )
    const address = app.server.address() as AddressInfo
    const url = config.PORT === 0 ? `http://${config.HOST}:${address.port}` : publicUrl(config)
    say(`ready ${url}`)
    return { url, stop: () => stops.unwind() }
  } catch (error) {
    await stops.unwind()
    throw error
  }
}

async function embedded(config: Config, stops: ReturnType<typeof stack>, log: (message: string) => void) {
  const postgres = await supervise({
    dataDir: config.DATA_DIR,
    log,
    onExit: error => {
      process.stderr.write(`The database ended and could not be started again: ${error.message}\n`)
      process.exit(1)
    },
  })
  stops.later(() => postgres.stop())
  return postgres.connectionString
}
