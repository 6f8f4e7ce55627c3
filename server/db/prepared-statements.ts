import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'

const mark = '/* prepared */'

/**
 * Marks a statement to be parsed and planned once per connection: for those on single records, which are frequent and
 * whose plan does not depend on their parameters. Name the columns: with `*`, the statement fails once a migration has
 * added one.
 */
export const prepared = sql.raw(mark)

/** Prepared statements per connection; each holds memory in its PostgreSQL process. */
const maxStatements = 200

/** A connection that prepares the statements with the mark {@link prepared}. */
export class PreparingClient extends pg.Client {
  readonly #names = new Map<string, string>()

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known || this.#names.size >= maxStatements) return known
    const name = createHash('sha256').update(text).digest('base64url')
    this.#names.set(text, name)
    return name
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg cannot be written as one signature
  override query(...given: any[]): any {
    const [text, values, ...others] = given
    const name = typeof text === 'string' && text.includes(mark) ? this.#nameOf(text) : undefined
    const query = super.query as (...args: unknown[]) => unknown
    return query.apply(this, name ? [{ name, text, values }, ...others] : given)
  }
}
