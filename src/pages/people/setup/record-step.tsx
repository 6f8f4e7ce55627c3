import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryState } from '#kit/query-state.tsx'
import { declarationOf } from '#kit/registry.ts'
import { formFieldsOf } from '#kit/resource/form/input-kind.ts'
import { RecordForm } from '#kit/resource/form/record-form.tsx'
import { RevealedSecret } from '#kit/resource/form/revealed-secret.tsx'
import { blankValues, bodyOf, filledFields, type Values } from '#kit/resource/form/values.ts'
import { useLabels } from '#kit/resource/labels.ts'
import type { Resource, Row } from '#kit/resource/resource.ts'
import type { Progress, Step } from './steps.ts'

/** The resource of each step, and the fields that it asks for. */
const forms = {
  details: { name: 'organizations', fields: ['name', 'kind', 'region', 'time_zone'] },
  device: { name: 'devices', fields: ['name', 'serial', 'kind', 'person_id'] },
  assignment: {
    name: 'assignments',
    fields: ['elderly_id', 'caregiver_id', 'family_member_id', 'relationship'],
  },
  invite: { name: 'invites', fields: ['email', 'role'] },
} as const

type RecordStepName = Exclude<Step, 'people'>

export interface StepProps {
  organizationId: string | undefined
  progress: Progress
  /** Leads on without saving. */
  skip: ReactNode
  submit: string
  /** Called with the organization's id once the step is saved. */
  onSaved: (organizationId: string) => Promise<void>
}

/** A step that creates one record with the generated form. */
export function RecordStep({ step, ...props }: StepProps & { step: RecordStepName }) {
  const { t } = useTranslation('setup')
  const { name } = forms[step]
  const declaration = useQuery({
    queryKey: ['declaration', name],
    queryFn: () => declarationOf(name),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <QueryState of={declaration} failed={t('failed')}>
      {of => <StepForm of={of} step={step} {...props} />}
    </QueryState>
  )
}

/** What is known or likely, so that it need not be entered. */
function useSuggested(step: RecordStepName, { suggested, organization }: Progress): Values {
  const { t } = useTranslation('setup')
  const { person, caregiver, relative } = suggested
  switch (step) {
    case 'details':
      return { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
    case 'device':
      return {
        name: person ? t('deviceOf', { name: person.name }) : (organization?.name ?? ''),
        kind: 'pendant',
        person_id: person?.id,
      }
    case 'assignment':
      return {
        elderly_id: person?.id,
        ...(caregiver ? { caregiver_id: caregiver.id } : { family_member_id: relative?.id }),
      }
    case 'invite':
      return { role: 'caregiver' }
  }
}

function StepForm({
  of,
  step,
  organizationId,
  progress,
  skip,
  submit,
  onSaved,
}: StepProps & { of: Resource; step: RecordStepName }) {
  const labels = useLabels(of.name)
  const [made, setMade] = useState<Row>()
  const all = useMemo(() => formFieldsOf(of.api.create?.body, of), [of])
  const fields = useMemo(
    () =>
      new Map(
        forms[step].fields.flatMap(name => {
          const field = all.get(name)
          if (!field) return []
          // Only records of the same organization can be chosen.
          const limits = field.reference &&
            organizationId && { listFilter: { organization_id: organizationId } }
          return [[name, { ...field, ...limits }] as const]
        }),
      ),
    [all, step, organizationId],
  )
  const suggested = useSuggested(step, progress)
  // Refetches while someone types must not change the initial values.
  const [first] = useState<Values>(() => ({ ...blankValues(fields), ...suggested }))
  const goOn = (row: Row) => onSaved(organizationId ?? row.id)

  return (
    <>
      <RecordForm
        of={of}
        fields={fields}
        first={first}
        labels={labels}
        submit={submit}
        cancel={skip}
        send={async (values, write) => {
          const body = bodyOf(values, filledFields(values, fields))
          const row = await write({
            ...body,
            ...(all.has('organization_id') && { organization_id: organizationId }),
          })
          if (of.reveals) setMade(row)
          else await goOn(row)
        }}
      />
      {made && <RevealedSecret of={of} row={made} onKept={() => goOn(made)} />}
    </>
  )
}
