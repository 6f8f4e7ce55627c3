import pg from 'pg'

/** What this module uses of `pg.Connection`, beyond its published types. */
interface Wire {
  bind(statement: { statement: string }): void
  execute(portal: { portal?: string }): void
  sync(): void
}

/** What this module uses of `pg.Query`, beyond its published types. */
interface WireQuery {
  callback: ((error: Error | null, result: pg.QueryResult) => void) | undefined
  prepare(wire: Wire): void
  _getRows(wire: Wire, rows: number | undefined): void
  handleCommandComplete(message: { text: string }, wire: Wire): void
}
const Query = pg.Query as unknown as new (config: object) => WireQuery

/** Names of prepared statements; {@link prepareTransactions} prepares them. */
const begin = { name: 'begin', text: 'begin' }
const commit = { name: 'commit', text: 'commit' }

/** Prepares what begins and ends transactions, once per connection. */
export async function prepareTransactions(client: pg.ClientBase): Promise<void> {
  await client.query(begin)
  await client.query(commit)
}

/** Which ends of a transaction a statement is sent with. */
export interface Ends {
  begins: boolean
  commits: boolean
}

function bindAndExecute(wire: Wire, { name }: { name: string }): void {
  wire.bind({ statement: name })
  wire.execute({})
}

/**
 * A statement with the `begin` before it and the `commit` after it in the same message to the database. All three are
 * skipped from the first error on, because they share one Sync: a statement never runs without its `begin`, and a failed
 * one is never committed. PostgreSQL documentation, "Message Flow: Extended Query".
 */
class TransactionQuery extends Query {
  readonly #ends: Ends
  /** The tag of the commit, once it has succeeded: `ROLLBACK` if the transaction had failed before. */
  committed: string | undefined

  constructor(config: pg.QueryConfig, ends: Ends) {
    super({ ...config, queryMode: 'extended' })
    this.#ends = ends
  }

  override prepare(wire: Wire): void {
    if (this.#ends.begins) bindAndExecute(wire, begin)
    super.prepare(wire)
  }

  override _getRows(wire: Wire, _rows: number | undefined): void {
    wire.execute({})
    if (this.#ends.commits) bindAndExecute(wire, commit)
    wire.sync()
  }

  override handleCommandComplete(message: { text: string }, wire: Wire): void {
    if (message.text === 'BEGIN') return
    if (message.text === 'COMMIT' || message.text === 'ROLLBACK') this.committed = message.text
    else super.handleCommandComplete(message, wire)
  }
}

/**
 * Sends a statement with the ends of its transaction.
 * @returns its result, and the tag of the commit
 */
export function sendWithEnds(
  send: (query: object) => void,
  config: pg.QueryConfig,
  ends: Ends,
): Promise<{ result: pg.QueryResult; committed: string | undefined }> {
  return new Promise((resolve, reject) => {
    const query = new TransactionQuery(config, ends)
    query.callback = (error, result) =>
      error ? reject(error) : resolve({ result, committed: query.committed })
    send(query)
  })
}
