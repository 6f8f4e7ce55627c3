import type { ColumnDef } from '@tanstack/react-table'
import type { FieldKind } from '#contract/kit/fields.ts'
import type { Labels } from '../labels.ts'
import { choicesOf, type Field, type Resource, type Row } from '../resource.ts'
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

/** What a column's head or a badge takes, in pixels: its letters of 12 px, those of East Asia square, and what is around. */
const textWidth = (text: string) =>
  [...text].reduce((width, letter) => width + (letter > '\u2e7f' ? 12 : 7), 46)

const widthOf = (of: Resource, field: Field, labels: Labels) =>
  Math.max(
    field.name === of.title && of.api.show ? 220 : widths[field.kind],
    textWidth(labels.field(field.name)),
    ...choicesOf(field).map(value =>
      field.kind === 'enum' ? textWidth(labels.option(field.name, value)) : 0,
    ),
  )

/** A column for every field; the table's state says which are shown. */
export const columnsOf = (of: Resource, labels: Labels): ColumnDef<Row>[] =>
  [...of.fields.values()].map(field => {
    const label = labels.field(field.name)
    return {
      id: field.name,
      accessorFn: row => row[field.name],
      header: label,
      cell: ({ getValue, row }) => (
        <Value field={field} value={getValue()} labels={labels} row={row.original} />
      ),
      size: widthOf(of, field, labels),
      enableSorting: of.listing.sort.includes(field.name),
      meta: { label, number: field.kind === 'number' && !field.view.show },
    }
  })

declare module '@tanstack/react-table' {
  interface ColumnMeta<TData, TValue> {
    label: string
    /** Aligned at the end, so that digits stand below each other. */
    number: boolean
  }
}
