import { Socket } from 'node:net'
import pg from 'pg'

/** Milliseconds for which the primary that was found is used for further connections. */
const rememberMs = 1_000
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

/** @throws if the server does not answer, or is a standby */
async function probe({ url, host, port }: Server): Promise<void> {
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
    const { rows } = await client.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby')
    if (rows[0]?.is_standby) throw new Error(`${host}:${port} is a standby`)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Finds the primary among the servers: the last one while it still is, otherwise the first that is one. */
function primaryFinder(servers: readonly Server[]): () => Promise<Server> {
  let known: { server: Server; at: number } | undefined
  let search: Promise<Server> | undefined

  async function find(): Promise<Server> {
    const last = known?.server
    known = undefined
    const problems: string[] = []
    for (const server of last ? [last, ...servers.filter(other => other !== last)] : servers) {
      try {
        await probe(server)
        known = { server, at: Date.now() }
        return server
      } catch (error) {
        problems.push(error instanceof Error ? error.message : String(error))
      }
    }
    // Reported to clients as any other refused connection.
    const refused = { code: 'ECONNREFUSED', syscall: 'connect' }
    throw Object.assign(new Error(`No server of DATABASE_URL is a primary: ${problems.join('; ')}`), refused)
  }

  return async () => {
    if (known && Date.now() - known.at < rememberMs) return known.server
    search ??= find().finally(() => {
      search = undefined
    })
    return search
  }
}

/** A socket that connects to the primary, whatever address it is given. */
class PrimarySocket extends Socket {
  readonly #find: () => Promise<Server>

  constructor(find: () => Promise<Server>) {
    super()
    this.#find = find
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of net.Socket cannot be written as one signature
  override connect(..._given: any[]): this {
    this.#find().then(
      ({ host, port }) => !this.destroyed && super.connect(port, host),
      // An error for each connection: several share the search, and pg-boss adds its queue to the message.
      (error: Error) => this.destroy(Object.assign(new Error(error.message), error)),
    )
    return this
  }
}

const finders = new Map<string, () => Promise<Server>>()

/**
 * What a `pg` client or pool needs to reach the primary. With one server this is its connection string; with several,
 * each new connection goes to the one that is the primary at that moment.
 */
export function primaryConnection(connectionString: string): {
  connectionString: string
  stream?: () => Socket
} {
  const servers = serversOf(connectionString)
  const [first] = servers
  if (!first || servers.length < 2) return { connectionString }
  const find = finders.get(connectionString) ?? primaryFinder(servers)
  finders.set(connectionString, find)
  return { connectionString: first.url, stream: () => new PrimarySocket(find) }
}
