import fc from 'fast-check'
import { type Filter, operatorsOf, spans } from '#kit/resource/filter.ts'
import type { Condition, FilterGroups, Match } from '#kit/resource/filter-groups.ts'
import { groupFields, hasPeriods } from '#kit/resource/group-by.ts'
import { choicesOf, type Field, type Resource } from '#kit/resource/resource.ts'
import { pageSizes, type View } from '#kit/resource/view.ts'

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter(text => text.trim() !== '' && text.isWellFormed())
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))
const number = fc.integer().map(String)

function anyValueOf(field: Field): fc.Arbitrary<string> {
  const choices = choicesOf(field)
  if (choices.length) return fc.constantFrom(...choices)
  if (field.kind === 'id') return fc.uuid()
  if (field.kind === 'number') return number
  return field.kind === 'text' ? text : day
}

function filterOf(field: Field): fc.Arbitrary<Filter> {
  const value = anyValueOf(field)
  const values = fc.uniqueArray(value, { minLength: 1, maxLength: 4 })
  const ends = fc.oneof(
    fc.record({ from: value }),
    fc.record({ to: value }),
    fc.record({ from: value, to: value }),
  )
  const ways: Record<Filter['by'], fc.Arbitrary<Filter>> = {
    is: values.map(values => ({ by: 'is', values })),
    not: values.map(values => ({ by: 'not', values })),
    between: ends.map(ends => ({ by: 'between', ...ends })),
    last: fc.constantFrom(...spans).map(span => ({ by: 'last', span })),
    before: fc.constantFrom(...spans).map(span => ({ by: 'before', span })),
    has: text.map(text => ({ by: 'has', text })),
  }
  return fc.oneof(...operatorsOf(field).map(by => ways[by]))
}

/** Arbitrary groups that the editor can create. */
function groupsOf(fields: readonly Field[]): fc.Arbitrary<FilterGroups> {
  const condition = fc
    .constantFrom(...fields)
    .chain(field => filterOf(field).map((filter): Condition => ({ field: field.name, filter })))
  const group = <Part>(part: fc.Arbitrary<Part>) =>
    fc.record({
      match: fc.constantFrom<Match>('all', 'any'),
      of: fc.array(part, { minLength: 1, maxLength: 4 }),
    })
  return group(fc.oneof(condition, group(condition)))
}

/** Arbitrary views that a list screen can produce. */
export function viewsOf(of: Resource): fc.Arbitrary<View> {
  const fields = of.listing.filter.flatMap(name => of.fields.get(name) ?? [])
  const filterFields = [...of.filterFields.values()]
  const filters = fc.record(Object.fromEntries(filterFields.map(field => [field.name, filterOf(field)])), {
    requiredKeys: [],
  }) as fc.Arbitrary<View['filters']>
  return (
    fc
      .record({
        filters,
        groups: fc.option(groupsOf(fields)),
        q: fc.oneof(fc.constant(''), text),
        removed: of.listing.removed ? fc.boolean() : fc.constant(false),
        asOf: of.listing.asOf ? fc.option(day.map(day => `${day}T10:20:30.456Z`)) : fc.constant(null),
        sort: fc
          .uniqueArray(fc.constantFrom(...of.listing.sort), { minLength: 1 })
          .chain(names =>
            fc.tuple(
              ...names.map(field => fc.record({ field: fc.constant(field), descending: fc.boolean() })),
            ),
          ),
        groupBy: fc.option(
          fc.constantFrom(
            ...groupFields(of).map(field => ({
              field: field.name,
              period: hasPeriods(field) ? ('week' as const) : null,
            })),
          ),
        ),
        page: of.listing.keyset ? fc.constant(1) : fc.integer({ min: 1, max: 100_000 }),
        size: fc.constantFrom(...pageSizes),
        after: of.listing.keyset ? fc.oneof(fc.constant(null), text) : fc.constant(null),
        density: fc.constantFrom(null, 'compact', 'roomy'),
        widths: fc.option(
          fc.dictionary(fc.constantFrom(...of.fields.keys()), fc.integer({ min: 60, max: 1_200 }), {
            noNullPrototype: true,
          }),
        ),
        pinned: fc.option(fc.uniqueArray(fc.constantFrom(...of.fields.keys()))),
        columns: fc.oneof(
          fc.constant(null),
          fc.uniqueArray(fc.constantFrom(...of.fields.keys()), { minLength: 1 }),
        ),
      })
      // Deleted records have no past.
      .map(view => (view.asOf ? { ...view, removed: false } : view))
  )
}
