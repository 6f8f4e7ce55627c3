import type { Namespace as Namespaces } from 'i18next'
import type { ComponentType, ReactNode } from 'react'
import { z } from 'zod'
import type { BulkEndpoint } from '#contract/kit/bulk.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { bare, type FieldFacts, type FieldKind, facts, kindOf } from '#contract/kit/fields.ts'
import type { Listing } from '#contract/kit/listing.ts'
import type { Area } from '#contract/kit/permissions.ts'
import type texts from '#locales/en/resources.json'
import type { GroupName } from '../registry.ts'
import type { Related } from './related.ts'

type Texts = typeof texts
type Namespace = Namespaces & string
/** The resources that have texts; a declaration without them does not compile. */
export type ResourceName = {
  [key in keyof Texts]: Texts[key] extends { one: string } ? key : never
}[keyof Texts] &
  string

/** The rows of a resource, on their way from the wire: every value is as the contract says. */
export type Row = { id: string; version?: number } & Record<string, unknown>

/** What an input of a field's own is given; the id and the label are its form's. */
export interface OwnInput<Value> {
  id?: string
  value?: Value | undefined
  onChange?(value: Value): void
  /** The record that is changed; none while it is yet to be made. */
  row?: Row | undefined
}

/** How one field is shown, where its kind alone does not say. */
export interface FieldView<Value = never> {
  /** Draws a value that is there; `label` is the text of an enum's value, `row` the record that it is a part of. */
  show?(value: Value, label: string, row?: Row): ReactNode
  /** The values to filter by, of a text field that holds only a few. */
  choices?: () => Promise<string[]>
  /** Asks for a value that no input of the kit can hold. */
  input?: ComponentType<OwnInput<Value>>
  /** Set where a value identifies something, so that a range or a part of it means nothing. */
  exact?: true
}

type ListEndpoint = Endpoint & { listing?: Listing }

/** The endpoints a resource can have: what is left out, no screen offers. */
export interface Api {
  list: ListEndpoint
  show?: Endpoint
  create?: Endpoint
  update?: Endpoint
  remove?: Endpoint
  updateMany?: BulkEndpoint
  removeMany?: BulkEndpoint
  /** Puts a removed record back; its list then shows the removed ones by `removed=true`. */
  restore?: Endpoint
}

type ListingOf<A extends Api> = NonNullable<A['list']['listing']>
type FilterOf<A extends Api> = ListingOf<A>['filter'][number]
type SortOf<A extends Api> = ListingOf<A>['sort'][number]
type FieldOf<S extends z.ZodObject> = keyof z.output<S> & string
type RowOf<S extends z.ZodObject> = z.output<S>

export interface Outlook {
  /** The record's fields, or those of its form as they stand. */
  values: Record<string, unknown>
  /** The record as it is kept; none while it is yet to be made. */
  row?: Row
  /** Whether these are its values as it is kept. */
  saved: boolean
}

interface Declaration<Name extends ResourceName, S extends z.ZodObject, A extends Api> {
  name: Name
  /** Where its list is; the record, its form and the new record's form lie below. */
  path: `/${string}`
  group: GroupName
  area: Area
  /** A second door to the same list, under a title of its own: a key of the resource's texts. */
  alias?: { path: `/${string}`; title: keyof Texts[Name] & string }
  schema: S
  api: A
  /** The field that names a record. */
  title: FieldOf<S>
  list: {
    columns: readonly FieldOf<S>[]
    /** Offered in the filter menu, in this order. */
    filters: readonly FilterOf<A>[]
    /** The order at first; a leading dash means descending. */
    sort: SortOf<A> | `-${SortOf<A>}`
    /** What a row shows when it is opened in place. */
    expand?: (row: RowOf<S>) => ReactNode
    /** What else can be done with the whole list, shown beside its title. */
    acts?: ReactNode
  }
  /** Where a record is edited: on a page of its own, unless its form is short enough for a drawer over the screen. */
  edit?: 'drawer'
  /** What else can be done with a record, shown beside its title. */
  acts?: (row: Row) => ReactNode
  /** What follows of a record, shown below its fields and, of what was typed so far, below its form. */
  outlook?: ComponentType<Outlook>
  /** Texts beyond those of every resource, fetched with its screens. */
  texts?: readonly Namespace[]
  /** Lists of what belongs to a record, each a tab of it. */
  related?: readonly Related[]
  /** What the answer to its creation holds and no later one does, to be kept by the person: a key. */
  reveals?: string
  /** What is shown beside it, of the record as the answer holds it. */
  revealing?: (row: Row) => ReactNode
  fields?: { [field in FieldOf<S>]?: FieldView<NonNullable<RowOf<S>[field]>> }
}

/** A field as the screens see it: the contract's facts and the declaration's view of it. */
export interface Field extends FieldFacts {
  name: string
  kind: FieldKind
  schema: z.ZodType
  view: FieldView<unknown>
}

/** A declaration as the screens see it. */
export interface Resource {
  name: ResourceName
  path: string
  alias?: { path: string; title: string }
  reveals?: string
  revealing?: (row: Row) => ReactNode
  title: string
  api: Api
  listing: Listing
  list: {
    columns: readonly string[]
    filters: readonly string[]
    sort: string
    expand?: (row: Row) => ReactNode
    acts?: ReactNode
  }
  edit: 'page' | 'drawer'
  acts?: (row: Row) => ReactNode
  outlook?: ComponentType<Outlook>
  texts: readonly Namespace[]
  related: readonly Related[]
  /** Every field of the schema, by name, in the schema's order. */
  fields: ReadonlyMap<string, Field>
}

/** The fields of an object's schema, with what the screens need to know of each. */
export const fieldsOf = (schema: z.ZodObject, views: Record<string, FieldView<unknown> | undefined> = {}) =>
  new Map(
    Object.entries(schema.shape).map(([name, type]): [string, Field] => {
      const schema = type as z.ZodType
      return [name, { name, schema, kind: kindOf(schema), view: views[name] ?? {}, ...facts(schema) }]
    }),
  )

/** The values a field, or each item of its list, is held to; none when any of its kind will do. */
export function choicesOf({ kind, schema }: Field): readonly string[] {
  if (kind === 'boolean') return ['true', 'false']
  const inner = bare(schema)
  const one = inner instanceof z.ZodArray ? bare(inner.element as z.ZodType) : inner
  return one instanceof z.ZodEnum ? one.options.map(String) : []
}

/**
 * Declares an admin resource: from this one object follow its list, show, create and edit screens, their routes and
 * the navigation's entry. `name`, `path`, `group`, `area` and `alias` must be literals: the build reads them without
 * running the file.
 */
export function resource<const Name extends ResourceName, S extends z.ZodObject, A extends Api>(
  declared: Declaration<Name, S, A>,
): Resource {
  const {
    name,
    path,
    alias,
    reveals,
    revealing,
    title,
    api,
    list,
    edit = 'page',
    acts,
    outlook,
    texts = [],
    related = [],
    fields = {},
    schema,
  } = declared
  const { listing } = api.list
  if (!listing) throw new Error(`The list endpoint of "${name}" is no listing`)
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
    fields: fieldsOf(schema, fields as Record<string, FieldView<unknown>>),
    ...(alias && { alias }),
    ...(acts && { acts }),
    ...(outlook && { outlook }),
    ...(reveals && { reveals }),
    ...(revealing && { revealing }),
  }
}
