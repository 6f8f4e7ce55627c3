import { globSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { SMTPServer } from 'smtp-server'
import { memoryFlags, memoryVariables, owner } from '../server.ts'
import { nodeNames } from './cluster.ts'
import { type Machine, type Part, until } from './machine.ts'
import type { Network } from './network.ts'

const project = fileURLToPath(new URL('../../', import.meta.url))
export const instanceNames = ['server-1', 'server-2', 'server-3'] as const
const ports = { instance: 4000, proxy: 80, redis: 6379, mail: 2525 }

export interface Instance {
  /** Also of its host. */
  name: (typeof instanceNames)[number]
  url: string
  /** Of the version that it runs. */
  folder: string
  part?: Part
}

/** Instances of the server behind a proxy, with Redis and a mail server. */
export interface Installation {
  url: string
  instances: readonly Instance[]
  startInstance(instance: Instance): Promise<void>
  /** Sends an instance no new calls, and waits for the running ones. */
  drain(instance: Instance): Promise<void>
  /** Sends a drained instance calls again. */
  enable(instance: Instance): Promise<void>
  /** Moves the clock of the last instance; false without libfaketime. */
  setClock(seconds: number): Promise<boolean>
  redis: Restartable
  proxy: Restartable
  mail: Restartable
}

interface Restartable {
  stop(): Promise<unknown>
  start(): Promise<void>
}

const answers = (url: string) => async () => {
  const { ok } = await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(1_000) })
  return ok
}

/** Sends a command to HAProxy. */
async function command(socket: string, line: string): Promise<string> {
  const connection = connect(socket)
  connection.end(`${line}\n`)
  return text(connection)
}

/** The calls that an instance is serving. */
async function countSessions(socket: string, name: string): Promise<number> {
  const [titles, ...lines] = (await command(socket, 'show stat')).split('\n').map(line => line.split(','))
  const server = lines.find(([proxy, one]) => proxy === 'voicedeck' && one === name)
  return Number(server?.[titles?.indexOf('scur') ?? -1])
}

const proxyConfig = (address: string, instances: readonly Instance[], socket: string) => `
global
  stats socket ${socket} mode 600 level admin
defaults
  mode http
  timeout connect 2s
  timeout client 75s
  timeout server 75s
  timeout tunnel 1h
  timeout check 2s
  retries 3
  option redispatch 1
frontend voicedeck
  bind ${address}:${ports.proxy}
  http-request set-header X-Forwarded-For %[src]
  http-request del-header X-Forwarded-Host
  http-request del-header Forwarded
  default_backend voicedeck
backend voicedeck
  balance leastconn
  option httpchk GET /api/health/ready
  default-server check inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${instances.map(({ name, url }) => `  server ${name} ${new URL(url).host}`).join('\n')}
`

/** @param network has the hosts `proxy`, `redis`, those of the instances and those of the database */
export async function openInstallation(machine: Machine, network: Network): Promise<Installation> {
  const proxyAddress = network.addressOf('proxy')
  const url = `http://${proxyAddress}:${ports.proxy}`
  const socket = join(machine.folder, 'proxy.sock')
  const clock = join(machine.folder, 'clock')
  const faketime = globSync('/usr/lib/*/faketime/libfaketime.so.1')[0]
  await writeFile(clock, '+0\n')

  const instances = instanceNames.map(
    (name): Instance => ({
      name,
      url: `http://${network.addressOf(name)}:${ports.instance}`,
      folder: project,
    }),
  )
  const clockEnvironment = {
    LD_PRELOAD: faketime,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  let mailServer: SMTPServer
  let redisPart: Part
  let proxyPart: Part
  const mail: Restartable = {
    async start() {
      mailServer = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
      mailServer.on('error', () => {})
      mailServer.listen(ports.mail, network.client)
    },
    stop: () => new Promise<void>(resolve => mailServer.close(() => resolve())),
  }
  const redis: Restartable = {
    async start() {
      const bind = network.addressOf('redis')
      const flags = { bind, save: '', appendonly: 'no', dir: machine.folder, 'protected-mode': 'no' }
      const args = Object.entries(flags).flatMap(([flag, value]) => [`--${flag}`, value])
      redisPart = machine.start('redis', ...network.on('redis', 'redis-server', args))
    },
    stop: () => redisPart.end('SIGKILL'),
  }
  const configFile = join(machine.folder, 'haproxy.cfg')
  await writeFile(configFile, proxyConfig(proxyAddress, instances, socket))
  const proxy: Restartable = {
    async start() {
      proxyPart = machine.start('proxy', ...network.on('proxy', 'haproxy', ['-db', '-f', configFile]))
      await until('the proxy answers', answers(url))
    },
    stop: () => proxyPart.end('SIGKILL'),
  }

  async function startInstance(instance: Instance) {
    const servers = nodeNames.map(network.nameOf).join(',')
    const databaseUrl = `postgresql://postgres@${servers}/postgres`
    const dataDir = join(machine.folder, instance.name)
    await mkdir(dataDir, { recursive: true })
    const command = network.on(instance.name, process.execPath, [...memoryFlags, 'server/main.ts'])
    instance.part = machine.start(instance.name, ...command, {
      cwd: instance.folder,
      env: {
        ...memoryVariables,
        NODE_COMPILE_CACHE: join(machine.folder, 'compiled'),
        HOST: network.addressOf(instance.name),
        PORT: String(ports.instance),
        PUBLIC_URL: url,
        TRUST_PROXY: proxyAddress,
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
        DATABASE_REPLICA_URL: databaseUrl,
        DATABASE_REPLICA_MAX_LAG_MS: '3000',
        REDIS_URL: `redis://${network.nameOf('redis')}:${ports.redis}`,
        SMTP_URL: `smtp://${network.nameOf('client')}:${ports.mail}`,
        SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
        ADMIN_USERNAME: owner.username,
        ADMIN_PASSWORD: owner.password,
        ADMIN_EMAIL: 'owner@bench.example',
        ALLOW_PRIVATE_WEBHOOKS: '1',
        // Calls are counted in Redis, and none is refused.
        RATE_LIMIT_FACTOR: '1000',
        DEMO: '0',
        LOG_LEVEL: 'warn',
        ...(faketime && instance === instances.at(-1) && clockEnvironment),
      },
    })
    const { part } = instance
    await until(`${instance.name} is ready`, () => {
      if (!part.running()) throw new Error(`${instance.name} has ended`)
      return answers(instance.url)()
    })
  }

  await redis.start()
  await mail.start()
  machine.onClose(() => mail.stop())
  for (const instance of instances) await startInstance(instance)
  await proxy.start()
  return {
    url,
    instances,
    startInstance,
    redis,
    proxy,
    mail,
    async drain({ name }) {
      await command(socket, `set server voicedeck/${name} state drain`)
      await until(`${name} has no calls`, async () => (await countSessions(socket, name)) === 0, 20_000)
    },
    async enable({ name }) {
      await command(socket, `set server voicedeck/${name} state ready`)
      await until(`${name} gets calls`, async () => (await countSessions(socket, name)) > 0, 20_000)
    },
    async setClock(seconds) {
      await writeFile(clock, `+${seconds}\n`)
      return faketime !== undefined
    },
  }
}
