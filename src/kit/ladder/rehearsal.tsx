import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { Ladder, ladders } from '#contract/alerts/ladders.ts'
import { elderly } from '#contract/people/elderly.ts'
import { FindingsOf } from '../alerts/findings.tsx'
import { RehearsalReport } from '../alerts/rehearsal-report.tsx'
import { useRehearsal } from '../alerts/use-rehearsal.ts'
import { Button } from '../button.tsx'
import { call } from '../call.ts'
import { useCaller } from '../caller.ts'
import { Checkbox, SelectField } from '../field.tsx'
import { Panel } from '../panel.tsx'
import { Reading } from '../reading.tsx'
import { useMay } from '../resource/may.ts'
import type { Outlook } from '../resource/resource.ts'
import { useCall } from '../use-call.ts'
import styles from './ladder.module.css'

/** Milliseconds for which nobody must have typed before the steps are gone through anew. */
const pause = 400
/** People who are offered to rehearse with. */
const most = 200

/** A value once it has not changed for a while. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/**
 * Goes through the steps as they stand, for one person, while they are typed: who would be reached by which minute.
 * What is kept already can be run as a test, too, which leaves an alert marked as one.
 */
export function LadderRehearsal({ values, row, saved }: Outlook) {
  const { t } = useTranslation(['ladders', 'emergency'])
  const may = useMay()
  if (!may(ladders.rehearse)) return null
  const { data: steps } = Ladder.shape.steps.safeParse(values.steps)
  const own = (row?.person_id ?? values.person_id) as string | undefined
  const organization = (row?.organization_id ?? values.organization_id) as string | undefined
  return (
    <Panel title={t('rehearsal')}>
      <div className={styles.rehearsal}>
        {steps ? (
          <Rehearsed steps={steps} own={own} organization={organization} saved={saved} />
        ) : (
          <p>{t('rehearsalOf')}</p>
        )}
      </div>
    </Panel>
  )
}

interface RehearsedProps {
  steps: z.output<typeof Ladder>['steps']
  /** The person whose ladder it is, if it is one's alone. */
  own: string | undefined
  organization: string | undefined
  saved: boolean
}

function Rehearsed({ steps, own, organization, saved }: RehearsedProps) {
  const { t } = useTranslation(['ladders', 'emergency'])
  const caller = useCaller()
  const [chosen, setChosen] = useState<string>()
  const [services, setServices] = useState(false)
  const people = useCall(
    elderly.list,
    { query: { organization_id: organization ?? caller.organization.id, _sort: 'name', _end: most } },
    { enabled: !own },
  )
  const person = own ?? chosen ?? people.data?.elderly[0]?.id
  const { rehearse, pending, report, close } = useRehearsal(person)
  const asked = useSettled(JSON.stringify(steps))
  const found = useQuery({
    queryKey: ['rehearsal', person, services, asked],
    queryFn: ({ signal }) =>
      call(ladders.rehearse, {
        query: { user_id: person },
        body: { steps: JSON.parse(asked), include_emergency_services: services },
        signal,
      }),
    enabled: person !== undefined,
    placeholderData: keepPreviousData,
  })

  if (!own && people.data?.elderly.length === 0) return <p>{t('nobody')}</p>
  return (
    <>
      <div className={styles.choices}>
        {!own && (
          <SelectField
            label={t('for')}
            value={person ?? ''}
            onChange={({ target }) => setChosen(target.value)}
          >
            {people.data?.elderly.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <Checkbox
          label={t('emergency:rehearsal.services')}
          checked={services}
          onChange={({ target }) => setServices(target.checked)}
        />
        {saved && (
          <Button pending={pending} onClick={() => void rehearse({ services })}>
            {t('run')}
          </Button>
        )}
      </div>
      {person && (
        <Reading of={found} failed={t('emergency:rehearsal.failed')}>
          {findings => <FindingsOf findings={findings} />}
        </Reading>
      )}
      {report && <RehearsalReport report={report} onClose={close} />}
    </>
  )
}
