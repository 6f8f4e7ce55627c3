import type { Namespace as Namespaces } from 'i18next'
import type { ComponentType, ReactNode } from 'react'
import { z } from 'zod'
import type { BulkEndpoint } from '#contract/kit/bulk.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { type FieldKind, type FieldMeta, fieldKind, fieldMeta, unwrapSchema } from '#contract/kit/fields.ts'
import type { Listing } from '#contract/kit/listing.ts'
import type { Area } from '#contract/kit/permissions.ts'
import type texts from '#locales/en/resources.json'
import { lazily } from '../format.ts'
import type { GroupName } from '../registry.ts'
import type { Related } from './related.ts'

type Texts = typeof texts
type Namespace = Namespaces & string
/** Resources with texts; a declaration without texts does not compile. */
export type ResourceName = {
  [key in keyof Texts]: Texts[key] extends { one: string } ? key : never
}[keyof Texts] &
  string

/** A record as received from the API. */
export type Row = { id: string; version?: number } & Record<string, unknown>

/** Props of a custom field input. */
export interface CustomInputProps<Value> {
  id?: string
  value?: Value | undefined
  onChange?(value: Value): void
  /** The record being edited; undefined when creating. */
  row?: Row | undefined
}

/** How a field is shown, if its kind does not determine it. */
export interface FieldView<Value = never> {
  /** Renders a value; `label` is the translated enum value, `row` the record. */
  show?(value: Value, label: string, row?: Row): ReactNode
  /** Minimum width of its column in pixels, in place of the one that its kind and its options have. */
  width?: number
  /** Filter options for a text field with few distinct values. */
  choices?: () => Promise<string[]>
  /** Keys of options that the input of a free text suggests. */
  suggestions?: readonly string[]
  /** Custom input, for values without a generic one. */
  input?: ComponentType<CustomInputProps<Value>>
  /** Set for identifiers, which have no ranges or partial matches. */
  exact?: true
  /** Set for a person's integer `user_id`, which filters find by name. */
  person?: true
  /** Hidden on the record's screen, because another field shows it. */
  hidden?: true
}

type ListEndpoint = Endpoint & { listing?: Listing }

/** A resource's endpoints; screens offer only what is present. */
export interface Api {
  list: ListEndpoint
  show?: Endpoint
  create?: Endpoint
  update?: Endpoint
  remove?: Endpoint
  updateMany?: BulkEndpoint
  removeMany?: BulkEndpoint
  /** Restores a deleted record; the list then accepts `removed=true`. */
  restore?: Endpoint
}

type ListingOf<A extends Api> = NonNullable<A['list']['listing']>
type FilterOf<A extends Api> = ListingOf<A>['filter'][number]
/** Filter parameters of a listing that are not fields of its rows, such as a computed state. */
type AlsoOf<A extends Api> = keyof NonNullable<ListingOf<A>['also']> & string
type SortOf<A extends Api> = ListingOf<A>['sort'][number]
type FieldOf<S extends z.ZodObject> = keyof z.output<S> & string
type RowOf<S extends z.ZodObject> = z.output<S>

export interface PreviewProps {
  /** The record's fields, or the current form values. */
  values: Record<string, unknown>
  /** The saved record; undefined when creating. */
  row?: Row
  /** Whether the values are the saved ones. */
  saved: boolean
}

interface ResourceDeclaration<Name extends ResourceName, S extends z.ZodObject, A extends Api> {
  name: Name
  /** Path of the list; record and form paths are below it. */
  path: `/${string}`
  group: GroupName
  area: Area
  /** A second path to the same list, with a title from the resource's texts. */
  alias?: { path: `/${string}`; title: keyof Texts[Name] & string }
  schema: S
  api: A
  /** The field used as the record's name, and linked in lists. */
  title: FieldOf<S>
  /** Builds the record's name, if it consists of more than one field. */
  displayName?: (row: RowOf<S>) => string
  /** Distinguishes records with the same name in pickers; empty parts are omitted. */
  describe?: (row: RowOf<S>, locale: string) => readonly (string | null)[]
  list: {
    columns: readonly FieldOf<S>[]
    /** Offered in the filter menu, in this order. */
    filters: readonly (FilterOf<A> | AlsoOf<A>)[]
    /** Initial order; a leading dash means descending. */
    sort: SortOf<A> | `-${SortOf<A>}`
    /** Lasting states, and the field with the time at which they began: “silent since Friday” filters that field. */
    lasting?: { field: FilterOf<A> | AlsoOf<A>; values: readonly string[]; since: FilterOf<A> }
    /** Content of an expanded row. */
    expand?: (row: RowOf<S>) => ReactNode
    /** Actions for the whole list, next to its title. */
    actions?: ReactNode
  }
  /** Editing on a page of its own, or in a drawer for short forms. */
  edit?: 'drawer'
  /** Further actions for a record: items of the menu on its screen. */
  actions?: (row: Row) => ReactNode
  /** Section below a record's fields. */
  below?: (row: Row) => ReactNode
  /** Preview below the record's fields and, while editing, below its form. */
  preview?: ComponentType<PreviewProps>
  /** What the form of a new record begins with. */
  initial?: { [field in FieldOf<S>]?: RowOf<S>[field] }
  /** Additional namespaces, loaded with its screens. */
  texts?: readonly Namespace[]
  /** Related lists, each shown as a tab of the record. */
  related?: readonly Related[]
  /** A field that only the create response contains, such as a key; it is shown once for the user to save. */
  reveals?: string
  /** Content next to that field, such as a QR code. */
  revealing?: (row: Row) => ReactNode
  fields?: { [field in FieldOf<S>]?: FieldView<NonNullable<RowOf<S>[field]>> }
}

/** A field: metadata from the contract, and its view. */
export interface Field extends FieldMeta {
  name: string
  kind: FieldKind
  schema: z.ZodType
  view: FieldView<unknown>
  /** Set for a filter parameter of the listing that is not a field of its rows. */
  isComputed?: true
  /** Filters of the referenced list that limit which records can be chosen. */
  listFilter?: Readonly<Record<string, string>>
}

/** A declaration as used by the screens. */
export interface Resource {
  name: ResourceName
  path: string
  alias?: { path: string; title: string }
  reveals?: string
  revealing?: (row: Row) => ReactNode
  title: string
  displayName?: (row: Row) => string
  describe?: (row: Row, locale: string) => readonly (string | null)[]
  api: Api
  listing: Listing
  list: {
    columns: readonly string[]
    filters: readonly string[]
    sort: string
    lasting?: { field: string; values: readonly string[]; since: string }
    expand?: (row: Row) => ReactNode
    actions?: ReactNode
  }
  edit: 'page' | 'drawer'
  actions?: (row: Row) => ReactNode
  below?: (row: Row) => ReactNode
  preview?: ComponentType<PreviewProps>
  initial?: Readonly<Record<string, unknown>>
  texts: readonly Namespace[]
  related: readonly Related[]
  /** All fields of the schema, in its order. */
  fields: ReadonlyMap<string, Field>
  /** What the list can be filtered by: fields, and offered parameters of the listing. */
  filterFields: ReadonlyMap<string, Field>
}

/** Builds the fields of a schema. */
export const fieldsOf = (schema: z.ZodObject, views: Record<string, FieldView<unknown> | undefined> = {}) =>
  new Map(
    Object.entries(schema.shape).map(([name, type]): [string, Field] => {
      const schema = type as z.ZodType
      return [name, { name, schema, kind: fieldKind(schema), view: views[name] ?? {}, ...fieldMeta(schema) }]
    }),
  )

function filterFieldsOf(
  fields: ReadonlyMap<string, Field>,
  { filter, also = {} }: Listing,
  offered: readonly string[],
): ReadonlyMap<string, Field> {
  const own = filter.flatMap(name => fields.get(name) ?? [])
  const computed = Object.entries(also)
    .filter(([name]) => offered.includes(name))
    .map(([name, schema]): Field => ({ name, schema, kind: fieldKind(schema), view: {}, isComputed: true }))
  return new Map([...own, ...computed].map(field => [field.name, field]))
}

/** The allowed values of a field or of its list items; empty if unrestricted. */
export function choicesOf({ kind, schema }: Field): readonly string[] {
  if (kind === 'boolean') return ['true', 'false']
  const inner = unwrapSchema(schema)
  const item = inner instanceof z.ZodArray ? unwrapSchema(inner.element as z.ZodType) : inner
  return item instanceof z.ZodEnum ? item.options.map(String) : []
}

/**
 * Declares an admin resource, from which its list, show, create and edit screens, routes and navigation entry are
 * generated. `name`, `path`, `group`, `area` and `alias` must be literals, because the build reads them without
 * running the file (vite/resource-registry.ts).
 */
export function resource<const Name extends ResourceName, S extends z.ZodObject, A extends Api>(
  declared: ResourceDeclaration<Name, S, A>,
): Resource {
  const {
    name,
    path,
    alias,
    reveals,
    revealing,
    title,
    displayName,
    api,
    list,
    edit = 'page',
    actions,
    below,
    preview,
    initial,
    texts = [],
    related = [],
    fields = {},
    schema,
    describe,
  } = declared
  const { listing } = api.list
  if (!listing) throw new Error(`The list endpoint of "${name}" has no listing`)
  // Only where they are used: most screens need the fields of one resource, and the names of others.
  const all = lazily(() => fieldsOf(schema, fields as Record<string, FieldView<unknown>>))
  const filters = lazily(() => filterFieldsOf(all(), listing, list.filters))
  return {
    name,
    path,
    title,
    api,
    listing,
    list: list as Resource['list'],
    edit,
    related,
    texts,
    get fields() {
      return all()
    },
    get filterFields() {
      return filters()
    },
    ...(alias && { alias }),
    ...(actions && { actions }),
    ...(below && { below }),
    ...(displayName && { displayName: displayName as unknown as (row: Row) => string }),
    ...(describe && { describe: describe as unknown as NonNullable<Resource['describe']> }),
    ...(preview && { preview }),
    ...(initial && { initial }),
    ...(reveals && { reveals }),
    ...(revealing && { revealing }),
  }
}
