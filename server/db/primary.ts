import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** Milliseconds for which the primary that was found is used for further connections. */
const rememberMs = 1_000
/** Milliseconds between two questions whether the primary still is. */
const intervalMs = 1_000
/** Milliseconds that a server has to answer whether it is the primary. */
const probeMs = 3_000
const defaultPort = 5432

interface Server {
  host: string
  port: number
  /** Connection string of this server alone. */
  url: string
}

const form = /^(?<start>postgres(?:ql)?:\/\/(?:[^@/]*@)?)(?<servers>[^/?]*)(?<rest>.*)$/s

/** The servers of a connection string in libpq's form `postgresql://user:password@one:5432,two:5432/database`. */
export function serversOf(connectionString: string): Server[] {
  const { start = '', servers = '', rest = '' } = form.exec(connectionString)?.groups ?? {}
  return servers.split(',').map(server => {
    const { host = '', port } = /^(?<host>\[[^\]]*\]|[^:]*)(?::(?<port>\d+))?$/.exec(server)?.groups ?? {}
    return {
      host: host.replace(/^\[(.*)\]$/, '$1'),
      port: Number(port ?? defaultPort),
      url: `${start}${server}${rest}`,
    }
  })
}

/** @throws if the server does not answer */
async function connect({ url }: Server): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
    application_name: 'voicedeck primary',
  })
  client.on('error', () => {
    // Rejects the query as well.
  })
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** @throws if the server does not answer, or is a standby */
async function mustBePrimary(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby')
  if (rows[0]?.is_standby) throw new Error(`${client.host}:${client.port} is a standby`)
}

/** @throws if the server does not answer, or is a standby */
async function probe(server: Server): Promise<void> {
  const client = await connect(server)
  try {
    await mustBePrimary(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Whether an error of a probe says that the server is gone: it did not answer at all, or is a standby. */
function isGone(error: unknown): boolean {
  const { severity, syscall } = error as { severity?: string; syscall?: string }
  // An error of PostgreSQL is an answer, and a name that is not resolved says nothing of the server.
  return !severity && syscall !== 'getaddrinfo'
}

/** What a search has found. */
interface Found {
  primary?: Server
  gone: Server[]
  problems: string[]
}

/** Asks the servers until one is the primary. */
async function search(servers: readonly Server[]): Promise<Found> {
  const found: Found = { gone: [], problems: [] }
  for (const server of servers) {
    try {
      await probe(server)
      return { ...found, primary: server }
    } catch (error) {
      found.problems.push(error instanceof Error ? error.message : String(error))
      if (isGone(error)) found.gone.push(server)
    }
  }
  return found
}

/** Finds the primary among the servers, and knows the connections that were made to each of them. */
class Follower {
  readonly sockets = new Map<Socket, Server>()
  readonly #servers: readonly Server[]
  #last: Server | undefined
  #found: { server: Server; at: number } | undefined
  #search: Promise<Found> | undefined

  constructor(servers: readonly Server[]) {
    this.#servers = servers
  }

  /** Whether there is no other server to connect to. */
  get isAlone(): boolean {
    return this.#servers.length === 1
  }

  /** Asks the servers, beginning with the last primary. */
  search(): Promise<Found> {
    const last = this.#last
    const servers = last ? [last, ...this.#servers.filter(other => other !== last)] : this.#servers
    this.#search ??= search(servers).then(found => {
      this.#search = undefined
      this.#last = found.primary ?? last
      this.#found = found.primary && { server: found.primary, at: Date.now() }
      return found
    })
    return this.#search
  }

  /** The server to connect to: the only one, or the primary. */
  async find(): Promise<Server> {
    const [first] = this.#servers
    if (first && this.isAlone) return first
    if (this.#found && Date.now() - this.#found.at < rememberMs) return this.#found.server
    const { primary, problems } = await this.search()
    if (primary) return primary
    // Reported to clients as any other refused connection.
    const refused = { code: 'ECONNREFUSED', syscall: 'connect' }
    throw Object.assign(new Error(`No server of DATABASE_URL is a primary: ${problems.join('; ')}`), refused)
  }

  /** Ends the connections to all servers but the primary, or without one to those that are gone. @returns their number */
  abandon({ primary, gone }: Found): number {
    const lost = [...this.sockets].filter(([, server]) =>
      primary ? server !== primary : gone.includes(server),
    )
    for (const [socket, { host, port }] of lost) {
      const error = new Error(`${host}:${port} does not answer as the primary`)
      socket.destroy(Object.assign(error, { code: 'ETIMEDOUT', syscall: 'read' }))
    }
    return lost.length
  }
}

/** A socket that connects to the primary of several servers, whatever address it is given. */
class PrimarySocket extends Socket {
  readonly #follower: Follower

  constructor(follower: Follower) {
    super()
    this.#follower = follower
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of net.Socket cannot be written as one signature
  override connect(...given: any[]): this {
    const { sockets, isAlone } = this.#follower
    this.#follower.find().then(
      server => {
        if (this.destroyed) return
        sockets.set(this, server)
        this.once('close', () => sockets.delete(this))
        if (isAlone) super.connect(...(given as Parameters<Socket['connect']>))
        else super.connect(server.port, server.host)
      },
      // An error for each connection: several share the search, and pg-boss adds its queue to the message.
      (error: Error) => this.destroy(Object.assign(new Error(error.message), error)),
    )
    return this
  }
}

const followers = new Map<string, Follower>()

/** Undefined for a server of this machine that is reached by a Unix socket. */
function followerOf(connectionString: string): { first: Server; follower: Follower } | undefined {
  const servers = serversOf(connectionString)
  const [first] = servers
  if (!first || (servers.length === 1 && !first.host)) return undefined
  const follower = followers.get(connectionString) ?? new Follower(servers)
  followers.set(connectionString, follower)
  return { first, follower }
}

/**
 * What a `pg` client or pool needs to reach the primary. With several servers, each new connection goes to the one that
 * is the primary at that moment.
 */
export function primaryConnection(connectionString: string): {
  connectionString: string
  stream?: () => Socket
} {
  const found = followerOf(connectionString)
  if (!found) return { connectionString }
  return { connectionString: found.first.url, stream: () => new PrimarySocket(found.follower) }
}

/**
 * Asks the primary once a second whether it still is. Ends all connections to a server that answers neither on an open
 * connection nor on a new one, or that is no longer the primary: calls would wait for it until TCP gives up, after a
 * quarter of an hour.
 * @param onLost called with the number of connections that were ended
 * @returns stops watching
 */
export function watchPrimary(connectionString: string, onLost: (ended: number) => void): () => Promise<void> {
  const follower = followerOf(connectionString)?.follower
  if (!follower) return async () => {}
  const stopping = new AbortController()
  let client: pg.Client | undefined

  async function check(known: Follower) {
    try {
      client ??= await connect(await known.find())
      await mustBePrimary(client)
    } catch {
      void client?.end().catch(() => {})
      client = undefined
      const ended = known.abandon(await known.search())
      if (ended > 0) onLost(ended)
    }
  }
  async function watch(known: Follower) {
    while (!stopping.signal.aborted) {
      await check(known)
      await pause(intervalMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
    await client?.end().catch(() => {})
  }
  const watching = watch(follower)
  return () => {
    stopping.abort()
    return watching
  }
}
