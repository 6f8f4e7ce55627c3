import type { ColumnDef } from '@tanstack/react-table'
import type { FieldKind } from '#contract/fields.ts'
import type { Labels } from '../labels.ts'
import type { Field, Resource, Row } from '../resource.ts'
import { Value } from '../value.tsx'

/** The width of a column at least, in pixels; the last room is shared in these proportions. */
const widths: Record<FieldKind, number> = {
  enum: 136,
  boolean: 88,
  number: 112,
  instant: 168,
  day: 120,
  id: 184,
  list: 160,
  object: 240,
  text: 184,
}

const widthOf = (of: Resource, { name, kind }: Field) =>
  name === of.title && of.api.show ? 220 : widths[kind]

/** A column for every field; the table's state says which are shown. */
export const columnsOf = (of: Resource, labels: Labels): ColumnDef<Row>[] =>
  [...of.fields.values()].map(field => ({
    id: field.name,
    accessorFn: row => row[field.name],
    header: labels.field(field.name),
    cell: ({ getValue, row }) => (
      <Value field={field} value={getValue()} labels={labels} row={row.original} />
    ),
    size: widthOf(of, field),
    enableSorting: of.listing.sort.includes(field.name),
    meta: { label: labels.field(field.name), number: field.kind === 'number' && !field.view.show },
  }))

declare module '@tanstack/react-table' {
  interface ColumnMeta<TData, TValue> {
    label: string
    /** Aligned at the end, so that digits stand below each other. */
    number: boolean
  }
}
