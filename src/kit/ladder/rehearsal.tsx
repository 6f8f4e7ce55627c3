import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { Ladder, ladders } from '#contract/alerts/ladders.ts'
import { elderly } from '#contract/people/elderly.ts'
import { RehearsalFindings, RehearsalReport, useRehearsal } from '../alerts/rehearsal.tsx'
import { Button } from '../button.tsx'
import { call } from '../call.ts'
import { useCanCall, useCurrentUser } from '../current-user.ts'
import { Checkbox, SelectField } from '../field.tsx'
import { Panel } from '../panel.tsx'
import { QueryState } from '../query-state.tsx'
import type { PreviewProps } from '../resource/resource.ts'
import { useCall } from '../use-call.ts'
import { useDebounced } from '../use-debounced.ts'
import styles from './ladder.module.css'

/** Milliseconds without typing before the steps are rehearsed again. */
const debounceMs = 400
/** Maximum number of people offered. */
const maxPeople = 200

/**
 * Rehearses the steps being edited for one person: who would be reached by which minute. A saved ladder can also be
 * run as a test, which creates an alert marked as a test.
 */
export function LadderRehearsal({ values, row, saved }: PreviewProps) {
  const { t } = useTranslation(['ladders', 'emergency'])
  const may = useCanCall()
  if (!may(ladders.rehearse)) return null
  const { data: steps } = Ladder.shape.steps.safeParse(values.steps)
  const own = (row?.person_id ?? values.person_id) as string | undefined
  const organization = (row?.organization_id ?? values.organization_id) as string | undefined
  const { data: category = null } = Ladder.shape.category.safeParse(values.category ?? row?.category ?? null)
  return (
    <Panel title={t('rehearsal')}>
      <div className={styles.rehearsal}>
        {steps ? (
          <Rehearsed steps={steps} category={category} own={own} organization={organization} saved={saved} />
        ) : (
          <p>{t('rehearsalOf')}</p>
        )}
      </div>
    </Panel>
  )
}

interface RehearsedProps {
  steps: z.output<typeof Ladder>['steps']
  category: z.output<typeof Ladder>['category']
  /** The person, if the ladder belongs to one. */
  own: string | undefined
  organization: string | undefined
  saved: boolean
}

function Rehearsed({ steps, category, own, organization, saved }: RehearsedProps) {
  const { t } = useTranslation(['ladders', 'emergency'])
  const caller = useCurrentUser()
  const [chosen, setChosen] = useState<string>()
  const [services, setServices] = useState(false)
  const people = useCall(
    elderly.list,
    { query: { organization_id: organization ?? caller.organization.id, _sort: 'name', _end: maxPeople } },
    { enabled: !own },
  )
  const person = own ?? chosen ?? people.data?.elderly[0]?.id
  const { rehearse, pending, report, close } = useRehearsal(person)
  const debouncedSteps = useDebounced(JSON.stringify(steps), debounceMs)
  const rehearsal = useQuery({
    queryKey: ['rehearsal', person, services, category, debouncedSteps],
    queryFn: ({ signal }) =>
      call(ladders.rehearse, {
        query: { user_id: person },
        body: { steps: JSON.parse(debouncedSteps), category, include_emergency_services: services },
        signal,
      }),
    enabled: person !== undefined,
    placeholderData: keepPreviousData,
  })

  if (!own && people.data?.elderly.length === 0) return <p>{t('noPeople')}</p>
  return (
    <>
      <div className={styles.choices}>
        {!own && (
          <SelectField
            label={t('for')}
            value={person ?? ''}
            options={(people.data?.elderly ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setChosen}
          />
        )}
        <Checkbox
          label={t('emergency:rehearsal.services')}
          checked={services}
          onChange={({ target }) => setServices(target.checked)}
        />
        {saved && (
          <Button pending={pending} onClick={() => void rehearse({ services, category })}>
            {t('run')}
          </Button>
        )}
      </div>
      {person && (
        <QueryState of={rehearsal} failed={t('emergency:rehearsal.failed')}>
          {findings => <RehearsalFindings findings={findings} />}
        </QueryState>
      )}
      {report && <RehearsalReport report={report} onClose={close} />}
    </>
  )
}
