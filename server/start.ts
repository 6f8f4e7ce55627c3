import { type AddressInfo, createServer } from 'node:net'
import { Redis } from 'ioredis'
import { openChannels } from './adapters/channels/index.ts'
import { deriveVapidKeys } from './adapters/channels/web-push.ts'
import { openChat } from './adapters/chat/index.ts'
import { createCheckouts } from './adapters/checkout/index.ts'
import { openMail } from './adapters/mail.ts'
import { openTranscription } from './adapters/transcription/index.ts'
import { openVoices } from './adapters/voices/index.ts'
import { createApp } from './app.ts'
import { type Config, publicUrl, readConfig } from './config.ts'
import { fillOnFirstStart, isEmpty } from './db/demo/first-start.ts'
import { supervise } from './db/embedded/index.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { scheduleJobs } from './jobs.ts'
import { openChanges } from './kit/changes.ts'
import { openJobs } from './kit/jobs.ts'
import { sharedSecret } from './kit/shared-secret.ts'
import { openVault } from './kit/vault.ts'
import { openLog, tee } from './log.ts'
import { openCollector } from './log-collector.ts'
import { ensureFirstAdmin, hashPassword, reencryptTotpSecrets } from './modules/identity/index.ts'
import { openTokens } from './plugins/session.ts'
import { createShutdown, type Shutdown } from './stops.ts'

/** A running server. */
export interface Running {
  url: string
  /** Finishes what is under way, then lets go of everything. */
  stop(): Promise<void>
}

const say = (line: string) => process.stdout.write(`${line}\n`)

/**
 * The longest that each part may take to stop, in milliseconds: together less than the 30 s that `main.ts` grants, as
 * do process managers such as Kubernetes. PostgreSQL's share covers both of its shutdowns, in `db/embedded/`.
 */
const patience = {
  calls: 12_000,
  jobs: 3_000,
  redis: 100,
  speech: 100,
  connections: 500,
  collector: 500,
  postgres: 13_500,
}

/**
 * Connections that may wait to be taken. Once a server is back, all sockets and streams come within a second; who finds
 * no place is not refused but tries again after 1, 3, 7 and 15 seconds, as TCP does.
 */
const backlog = 4_096

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

/**
 * Starts everything: database, migrations, first admin, jobs, calls; says `ready http://…` once calls are answered.
 * @param stopping calls the start off: what was started is stopped, and the signal's reason thrown
 */
export async function start(
  environment: NodeJS.ProcessEnv = process.env,
  stopping: AbortSignal = new AbortController().signal,
): Promise<Running> {
  const config = readConfig(environment)
  await mustBeFree(config)
  const complain = (message: string) => process.stderr.write(`${message}\n`)
  const stops = createShutdown(complain)
  const collector = config.LOG_URL ? openCollector(config.LOG_URL, complain) : null
  if (collector) stops.onShutdown('the collector of log lines', patience.collector, () => collector.close())
  const log = openLog(config, collector ? tee(process.stdout, collector) : process.stdout)
  try {
    const own = config.DATABASE_URL ? undefined : await embedded(config, stops, message => log.info(message))
    stopping.throwIfAborted()
    const connectionString = (config.DATABASE_URL ?? own) as string
    const database = openDatabase(connectionString, error =>
      log.warn({ err: error }, 'a database connection broke'),
    )
    stops.onShutdown('the database connections', patience.connections, () => database.close())
    const applied = await migrate(database.db)
    if (applied.length > 0) say(`database brought up to date: ${applied.join(', ')}`)
    stopping.throwIfAborted()

    const jobs = openJobs(connectionString, log)
    const changes = openChanges({ log, ...(config.REDIS_URL && { redisUrl: config.REDIS_URL }) })
    stops.onShutdown('the relay of changes', patience.redis, () => changes.close())
    const mail = openMail(config, log)
    const channels = openChannels(config, mail, deriveVapidKeys(await sharedSecret(database.db, 'vapid_key')))
    const voices = openVoices(config)
    const transcription = openTranscription(config)
    stops.onShutdown('what speaks and listens', patience.speech, () => {
      voices.close()
      transcription?.close()
    })
    const services = {
      config,
      database,
      jobs,
      changes,
      vault: await openVault(config),
      mail,
      channels,
      chat: await openChat(config),
      voices,
      transcription,
      checkouts: createCheckouts(config),
      log,
    }
    const { renewed, lost } = await reencryptTotpSecrets(database.db, services.vault)
    if (renewed > 0) say(`secrets sealed anew by the key in force: ${renewed}`)
    if (lost > 0) log.warn({ secrets: lost }, 'no key of SECRET_KEY opens these stored secrets')
    const admin = await ensureFirstAdmin(services)
    // At once: nobody could learn the password any more if the rest of the start failed.
    if (admin)
      say(
        `first admin: ${admin.username}${admin.password ? ` · password: ${admin.password} (shown only now)` : ''}`,
      )
    if (config.DEMO && (await isEmpty(database.db))) {
      const password = config.ADMIN_PASSWORD ?? admin?.password
      await fillOnFirstStart(connectionString, password ? await hashPassword(password) : null, say)
      // The planner's estimates; nobody has to wait for them.
      database.pool.query('analyze').catch(error => log.warn({ err: error }, 'analyze'))
    }
    stopping.throwIfAborted()
    const tokens = await openTokens(database.db)
    const redis = config.REDIS_URL ? new Redis(config.REDIS_URL, { maxRetriesPerRequest: 1 }) : null
    redis?.on('error', error => log.warn({ err: error }, 'redis'))
    stops.onShutdown('Redis', patience.redis, () => redis?.disconnect())

    const app = await createApp(services, tokens, redis)
    scheduleJobs(services, own)
    stops.onShutdown('the jobs', patience.jobs, () => jobs.stop())
    await jobs.start()
    stopping.throwIfAborted()
    stops.onShutdown('the calls', patience.calls, () => app.close())
    await app.listen({ port: config.PORT, host: config.HOST, backlog })
    const address = app.server.address() as AddressInfo
    const url = config.PORT === 0 ? `http://${config.HOST}:${address.port}` : publicUrl(config)
    say(`ready ${url}`)
    return { url, stop: () => stops.shutdown() }
  } catch (error) {
    await stops.shutdown()
    throw error
  }
}

/** @returns the connection string of our own PostgreSQL */
async function embedded(config: Config, stops: Shutdown, log: (message: string) => void): Promise<string> {
  const postgres = await supervise({
    dataDir: config.DATA_DIR,
    log,
    onExit: error => {
      process.stderr.write(`The database ended and could not be started again: ${error.message}\n`)
      process.exit(1)
    },
  })
  stops.onShutdown('the database', patience.postgres, () => postgres.stop())
  return postgres.connectionString
}
