import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { sendWithEnds } from './transaction-query.ts'

const preparedMark = '/* prepared */'
const preparedListMark = '/* prepared list */'
const lastMark = '/* last */'

/**
 * Marks a statement to be parsed and planned once per connection: for those on single records, which are frequent and
 * whose plan does not depend on their parameters. Name the columns: with `*`, the statement fails once a migration has
 * added one.
 */
export const prepared = sql.raw(preparedMark)

/**
 * Marks a page of a list to be planned once per connection, where one plan is the best for every value. Users choose
 * fields, order and size, so that these statements have a limit of their own: beyond it, lists are planned each time.
 */
export const preparedList = sql.raw(preparedListMark)

/**
 * Marks the last statement of a transaction: it commits in the same round trip. Only what opens and ends the transaction
 * may use it. Without effect outside a transaction.
 */
export const last = sql.raw(lastMark)

/** Prepared statements per connection, by their mark; each holds memory in its PostgreSQL process. */
const limits = { [preparedMark]: 200, [preparedListMark]: 100 }

const answer = (command: string) => ({ command, rowCount: null, rows: [] })

/**
 * A connection that prepares the statements with the marks {@link prepared} and {@link preparedList}, and sends the `begin` of a transaction with its
 * first statement and the `commit` with its {@link last}, without a round trip of their own.
 */
export class PreparingClient extends pg.Client {
  readonly #names = new Map(Object.keys(limits).map(mark => [mark, new Map<string, string>()]))
  /** `begun`: not sent yet; `committed`: with the last statement. */
  #transaction: 'none' | 'begun' | 'open' | 'committed' = 'none'
  #commitTag = ''

  #nameOf(text: string): string | undefined {
    for (const [mark, limit] of Object.entries(limits)) {
      if (!text.includes(mark)) continue
      const names = this.#names.get(mark) as Map<string, string>
      const known = names.get(text)
      if (known || names.size >= limit) return known
      const name = createHash('sha256').update(text).digest('base64url')
      names.set(text, name)
      return name
    }
    return undefined
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg cannot be written as one signature
  override query(...given: any[]): any {
    const [text, values, ...others] = given
    if (typeof text !== 'string') return super.query.apply(this, given as never)
    const name = this.#nameOf(text)
    // A callback is the pool's: its statements are not in a transaction.
    if (others.length === 0 && typeof values !== 'function') return this.#inTransaction(text, values, name)
    const query = super.query as (...args: unknown[]) => unknown
    return query.apply(this, name ? [{ name, text, values }, ...others] : given)
  }

  #inTransaction(text: string, values: unknown[] | undefined, name: string | undefined) {
    const state = this.#transaction
    switch (text) {
      case 'begin':
        this.#transaction = 'begun'
        return Promise.resolve(answer('BEGIN'))
      case 'commit':
      case 'rollback':
        this.#transaction = 'none'
        if (state === 'begun') return Promise.resolve(answer(text.toUpperCase()))
        if (state === 'committed' && text === 'commit') return Promise.resolve(answer(this.#commitTag))
        return super.query(text)
    }
    const config = { text, ...(values && { values }), ...(name && { name }) }
    const begins = state === 'begun'
    const commits = state !== 'none' && text.includes(lastMark)
    if (begins) this.#transaction = 'open'
    // Several statements in one text, as in migrations, cannot share a message with others.
    if (begins && !values?.length && !name) return super.query('begin').then(() => super.query(config))
    if (!begins && !commits) return super.query(config)
    const sent = sendWithEnds(query => super.query(query as pg.Query), config, { begins, commits })
    return sent.then(({ result, committed }) => {
      if (committed) [this.#transaction, this.#commitTag] = ['committed', committed]
      return result
    })
  }
}
