import { CompiledQuery, type QueryResult, type RawBuilder, sql } from 'kysely'
import type { Db } from './open.ts'

/** A parameter whose value is only known when the statement is executed. */
class Slot<Values> {
  readonly read: (values: Values) => unknown
  constructor(read: (values: Values) => unknown) {
    this.read = read
  }
}

/** Stands in a statement for a value that is read when it is executed. */
export type SlotFor<Values> = (read: (values: Values) => unknown) => RawBuilder<unknown>

/** A statement that is compiled once and executed with different values. */
export interface Template<Values, Row> {
  execute(db: Db, values: Values): Promise<QueryResult<Row>>
}

function template<Values, Row>(build: (slot: SlotFor<Values>) => RawBuilder<Row>): Template<Values, Row> {
  let compiled: CompiledQuery<Row> | undefined
  return {
    execute(db, values) {
      compiled ??= build(read => sql.val(new Slot(read))).compile(db)
      const parameters = compiled.parameters.map(one =>
        one instanceof Slot ? (one as Slot<Values>).read(values) : one,
      )
      return db.executeQuery<Row>(CompiledQuery.raw(compiled.sql, parameters) as CompiledQuery<Row>)
    },
  }
}

/** Templates that are kept; beyond it, all are dropped. */
const maxTemplates = 500

/**
 * Keeps statements that differ only in their values, because compiling one costs as much as sending it.
 * @returns the template of a key, built on first use; built each time for the key null
 */
export function templates<Values>() {
  const kept = new Map<string, Template<Values, never>>()
  return <Row>(
    key: string | null,
    build: (slot: SlotFor<Values>) => RawBuilder<Row>,
  ): Template<Values, Row> => {
    if (key === null) return template(build)
    const known = kept.get(key)
    if (known) return known as Template<Values, Row>
    if (kept.size >= maxTemplates) kept.clear()
    const made = template(build)
    kept.set(key, made as Template<Values, never>)
    return made
  }
}
