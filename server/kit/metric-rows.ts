import { type RawBuilder, sql } from 'kysely'

type Columns<Facet extends string> = {
  readonly [column in 'id' | 'at' | 'title' | 'path' | 'amount' | Facet]?: RawBuilder<unknown>
}

const absent = sql`null::text`

/** Writes the rows of a group's parts: a facet that says nothing of a part's rows is null, and each counts once. */
export function metricRows<Facet extends string>(facets: readonly Facet[]) {
  return (columns: Columns<Facet>, from: RawBuilder<unknown>) => {
    const { id = absent, at = absent, title = absent, path = absent, amount = sql`1` } = columns
    const told = facets.map(facet => sql`${columns[facet] ?? absent} as ${sql.ref(facet)}`)
    return sql`select ${id} as id, ${at} as at, ${title} as title, ${path} as path, ${amount} as amount,
      ${sql.join(told)} ${from}`
  }
}
