import { type AddressInfo, createServer } from 'node:net'
import { openChannels } from './adapters/channels/index.ts'
import { deriveVapidKeys } from './adapters/channels/web-push.ts'
import { openChat } from './adapters/chat/index.ts'
import { openCheckouts } from './adapters/checkout/index.ts'
import { openMail } from './adapters/mail.ts'
import { installNames } from './adapters/names.ts'
import { openTranscription } from './adapters/transcription/index.ts'
import { openVoices } from './adapters/voices/index.ts'
import { createApp } from './app.ts'
import { type Config, publicUrl, readConfig } from './config.ts'
import { fillOnFirstStart, isEmpty } from './db/demo/first-start.ts'
import { supervise } from './db/embedded/index.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { watchPrimary } from './db/primary.ts'
import { openReplica } from './db/replica.ts'
import { scheduleJobs } from './jobs.ts'
import { openChanges } from './kit/changes.ts'
import { openJobs } from './kit/jobs.ts'
import { openRedis } from './kit/redis.ts'
import { openVault, sharedSecret } from './kit/vault.ts'
import { openLog, tee } from './log.ts'
import { openCollector } from './log-collector.ts'
import {
  ensureFirstAdmin,
  hashPassword,
  reencryptClientSecrets,
  reencryptTotpSecrets,
} from './modules/identity/index.ts'
import { recordRelease, reencryptWebhookSecrets } from './modules/platform/index.ts'
import { openTokens } from './plugins/session.ts'
import { forgetCopy } from './rollups/copy/relay.ts'
import { openCopyStore } from './rollups/copy/store.ts'
import { createShutdown, type Shutdown } from './stops.ts'
import { version } from './version.ts'

/** A running server. */
export interface Running {
  url: string
  /** Finishes running requests and jobs, then releases all resources. */
  stop(): Promise<void>
}

const printLine = (line: string) => process.stdout.write(`${line}\n`)

/**
 * Shutdown timeout of each part in milliseconds: in total less than the 30 s that `main.ts` and process managers such as
 * Kubernetes allow. The timeout of PostgreSQL covers both of its shutdown modes, see `db/embedded/`.
 */
const stopTimeoutsMs = {
  calls: 12_000,
  jobs: 3_000,
  redis: 100,
  clickhouse: 100,
  speech: 100,
  connections: 500,
  collector: 500,
  postgres: 13_500,
}

/** Milliseconds that a call waits for Redis to count it; it is not counted then. */
const countingTimeoutMs = 200

/**
 * Length of the accept queue. After a restart, all sockets and streams reconnect within a second; a client that finds the
 * queue full is not refused, but retries after 1, 3, 7 and 15 seconds (TCP).
 */
const backlog = 4_096

/** @throws with a clear message if the port is in use. */
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
 * Starts the server: database, migrations, first admin, jobs, HTTP; prints `ready http://…` once it listens.
 * @param stopping aborts the start: everything started is stopped, and the signal's reason thrown
 */
export async function start(
  environment: NodeJS.ProcessEnv = process.env,
  stopping: AbortSignal = new AbortController().signal,
): Promise<Running> {
  const config = readConfig(environment)
  installNames()
  await mustBeFree(config)
  const complain = (message: string) => process.stderr.write(`${message}\n`)
  const stops = createShutdown(complain)
  const collector = config.LOG_URL ? openCollector(config.LOG_URL, complain) : null
  if (collector)
    stops.onShutdown('the collector of log lines', stopTimeoutsMs.collector, () => collector.close())
  const log = openLog(config, collector ? tee(process.stdout, collector) : process.stdout)
  try {
    const own = config.DATABASE_URL ? undefined : await embedded(config, stops, message => log.info(message))
    stopping.throwIfAborted()
    const connectionString = (config.DATABASE_URL ?? own) as string
    const database = openDatabase(
      connectionString,
      error => log.warn({ err: error }, 'a database connection broke'),
      config.DATABASE_CONNECTIONS,
    )
    stops.onShutdown('the database connections', stopTimeoutsMs.connections, () => database.close())
    const unwatch = watchPrimary(connectionString, ended =>
      log.error({ connections: ended }, 'the database does not answer: its connections were ended'),
    )
    stops.onShutdown('the watch of the database', stopTimeoutsMs.connections, unwatch)
    const applied = await migrate(database.db)
    if (applied.length > 0) printLine(`migrations applied: ${applied.join(', ')}`)
    await recordRelease(database.db, version)
    stopping.throwIfAborted()

    if (config.DATABASE_REPLICA_URL) {
      const replica = openReplica({
        connectionString: config.DATABASE_REPLICA_URL,
        primaryConnectionString: connectionString,
        primary: database,
        maxLagMs: config.DATABASE_REPLICA_MAX_LAG_MS,
        redisUrl: config.REDIS_URL,
        onError: error => log.warn({ err: error }, 'a connection to a replica broke'),
      })
      database.replica = replica
      stops.onShutdown('the replica', stopTimeoutsMs.connections, () => replica.close())
    }
    const copy = config.CLICKHOUSE_URL ? await openCopyStore(config.CLICKHOUSE_URL) : undefined
    if (copy) stops.onShutdown('ClickHouse', stopTimeoutsMs.clickhouse, () => copy.close())
    else await forgetCopy(database.db)
    const jobs = openJobs(connectionString, log)
    const changes = openChanges({ log, ...(config.REDIS_URL && { redisUrl: config.REDIS_URL }) })
    stops.onShutdown('the relay of changes', stopTimeoutsMs.redis, () => changes.close())
    const mail = openMail(config, log)
    const channels = openChannels(config, mail, deriveVapidKeys(await sharedSecret(database.db, 'vapid_key')))
    const voices = openVoices(config)
    const transcription = openTranscription(config)
    stops.onShutdown('what speaks and listens', stopTimeoutsMs.speech, () => {
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
      checkouts: await openCheckouts(config),
      log,
      ...(copy && { copy }),
    }
    const reencrypted = await Promise.all(
      [reencryptTotpSecrets, reencryptWebhookSecrets, reencryptClientSecrets].map(reencrypt =>
        reencrypt(database.db, services.vault),
      ),
    )
    const renewed = reencrypted.reduce((sum, secrets) => sum + secrets.renewed, 0)
    const lost = reencrypted.reduce((sum, secrets) => sum + secrets.lost, 0)
    if (renewed > 0) printLine(`secrets re-encrypted with the current key: ${renewed}`)
    if (lost > 0) log.warn({ secrets: lost }, 'no key of SECRET_KEY opens these stored secrets')
    const admin = await ensureFirstAdmin(services)
    // Immediately: the password would be lost if the rest of the start failed.
    if (admin)
      printLine(
        `first admin: ${admin.username}${admin.password ? ` · password: ${admin.password} (shown only now)` : ''}`,
      )
    if (config.DEMO && (await isEmpty(database.db))) {
      const password = config.ADMIN_PASSWORD ?? admin?.password
      await fillOnFirstStart(connectionString, password ? await hashPassword(password) : null, printLine)
      // Updates the planner's statistics in the background.
      database.pool.query('analyze').catch(error => log.warn({ err: error }, 'analyze'))
    }
    stopping.throwIfAborted()
    const tokens = await openTokens(database.db)
    const redis = config.REDIS_URL
      ? openRedis(config.REDIS_URL, {
          maxRetriesPerRequest: 0,
          enableOfflineQueue: false,
          commandTimeout: countingTimeoutMs,
        })
      : null
    redis?.on('error', error => log.warn({ err: error }, 'redis'))
    stops.onShutdown('Redis', stopTimeoutsMs.redis, () => redis?.disconnect())

    const app = await createApp(services, tokens, redis)
    scheduleJobs(services, own)
    stops.onShutdown('the jobs', stopTimeoutsMs.jobs, () => jobs.stop())
    await jobs.start()
    stopping.throwIfAborted()
    stops.onShutdown('the calls', stopTimeoutsMs.calls, () => app.close())
    await app.listen({ port: config.PORT, host: config.HOST, backlog })
    const address = app.server.address() as AddressInfo
    const url = config.PORT === 0 ? `http://${config.HOST}:${address.port}` : publicUrl(config)
    printLine(`ready ${url}`)
    return { url, stop: () => stops.shutdown() }
  } catch (error) {
    await stops.shutdown()
    throw error
  }
}

/** @returns the connection string of the embedded PostgreSQL */
async function embedded(config: Config, stops: Shutdown, log: (message: string) => void): Promise<string> {
  const postgres = await supervise({
    dataDir: config.DATA_DIR,
    log,
    onExit: error => {
      process.stderr.write(`The database ended and could not be started again: ${error.message}\n`)
      process.exit(1)
    },
  })
  stops.onShutdown('the database', stopTimeoutsMs.postgres, () => postgres.stop())
  return postgres.connectionString
}
