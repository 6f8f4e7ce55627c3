import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCurrentUser } from '../../current-user.ts'
import { useFormat } from '../../format.ts'
import { useLocaleFormats } from '../../locale-formats.ts'
import type { ListOfField } from '../filter.ts'
import { type Labels, useOptions } from '../labels.ts'
import styles from '../menu.module.css'
import { usePersonSearch } from '../person-search.ts'
import { RecordDetails, type RecordOption, useReferenceSearch } from '../reference.tsx'
import type { Field } from '../resource.ts'
import type { Facet, FacetCount } from './facets.ts'

interface ChoiceListProps extends Choices {
  /** The number of rows of each choice, once known. */
  facet?: Facet
  chosen: readonly string[]
  choose: (values: readonly string[]) => void
}

/** Multiple choice list, with a search field for long lists. */
export function ChoiceList({ options, find, text, loading, facet, chosen, choose }: ChoiceListProps) {
  const { t } = useTranslation('kit')
  const format = useFormat()
  const listed = new Set(options.map(({ value }) => value))
  // Below the others, which would otherwise move under the pointer.
  const added = text ? [] : (facet?.records.filter(({ value }) => !listed.has(value)) ?? [])
  const toggle = (value: string) =>
    choose(chosen.includes(value) ? chosen.filter(other => other !== value) : [...chosen, value])
  return (
    <>
      {find && (
        <input
          className={styles.input}
          type="search"
          aria-label={t('filter.find')}
          placeholder={t('filter.find')}
          value={text}
          onChange={({ target }) => find(target.value)}
        />
      )}
      <div className={styles.options} aria-busy={loading}>
        {[...options, ...added].map(({ value, label, details, organization }) => {
          const known = countOf(facet, value)
          return (
            <label key={value} className={styles.option}>
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                {...(known && { 'aria-description': t('import.rows', { count: known.count }) })}
                onChange={() => toggle(value)}
              />
              <span>
                {label}
                <RecordDetails details={details} organization={organization} />
              </span>
              {known && (
                <span className={styles.count} aria-hidden>
                  {`${format.number(known.count)}${known.isMinimum ? '+' : ''}`}
                </span>
              )}
            </label>
          )
        })}
        {options.length + added.length === 0 && !loading && (
          <span className={styles.quiet}>{t('filter.nothing')}</span>
        )}
      </div>
    </>
  )
}

/** The number of rows that a choice would give; undefined while it is unknown. */
function countOf(facet: Facet | undefined, value: string): FacetCount | undefined {
  return facet?.counts.get(value) ?? (facet?.isComplete ? { count: 0, isMinimum: false } : undefined)
}

/** What each choice of a field would give; undefined until that is known. */
export function useFacet(list: ListOfField | undefined): Facet | undefined {
  const { time_zone: zone } = useCurrentUser()
  const queries = useQueryClient()
  const isCounted = list !== undefined && !list.view.asOf && !list.field.isComputed && !list.field.view.person
  const { filters, groups, q, removed } = list?.view ?? {}
  const { data } = useQuery({
    // Followed by the resource whose live changes it depends on.
    queryKey: [
      'call',
      'GET',
      'facet',
      { field: list?.field.name, filters, groups, q, removed },
      list?.of.name,
    ],
    queryFn: async ({ signal }) =>
      (await import('./facets.ts')).loadFacet(list as ListOfField, { zone, queries, signal }),
    enabled: isCounted,
    // Choices without their numbers are good enough.
    retry: false,
    staleTime: 5_000,
  })
  return isCounted ? data : undefined
}

export interface Choices {
  options: readonly RecordOption[]
  loading: boolean
  /** Search function, if there are too many options to show at once. */
  find?: (text: string) => void
  text: string
}

/** Options for a field's filter, or undefined for free text. */
export function useChoices(field: Field, labels: Labels): Choices | undefined {
  const [text, setText] = useState('')
  const { reference, view } = field
  const results = useReferenceSearch(reference, text)
  const people = usePersonSearch(text, view.person === true)
  const own = useOptions(field, labels)
  const { byName } = useLocaleFormats()
  const { data: named, isLoading } = useQuery({
    queryKey: ['choices', field.name, view.choices],
    queryFn: async () => (await view.choices?.()) ?? [],
    enabled: view.choices !== undefined,
  })
  if (reference) return { ...results, find: setText, text }
  if (view.person) return { ...people, find: setText, text }
  if (view.choices) {
    const all = (named ?? []).map(value => ({ value, label: labels.option(field.name, value) }))
    const matches = (label: string) => label.toLowerCase().includes(text.toLowerCase())
    const matching = all.filter(({ value, label }) => matches(label) || matches(value))
    return {
      options: byName(matching, ({ label }) => label),
      loading: isLoading,
      text,
      ...(all.length > 12 && { find: setText }),
    }
  }
  return own.length === 0 ? undefined : { options: own, loading: false, text }
}
