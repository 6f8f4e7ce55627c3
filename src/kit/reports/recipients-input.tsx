import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Report, type ReportSource, reports } from '#contract/platform/reports.ts'
import { useCanCall } from '../current-user.ts'
import { FormError } from '../form-error.tsx'
import { useLocaleFormats } from '../locale-formats.ts'
import type { CustomInputProps } from '../resource/resource.ts'
import { useCall } from '../use-call.ts'

/** Names of recipients, with those who unsubscribed marked. */
export function Recipients({
  recipients,
}: {
  recipients: readonly { name: string; unsubscribed?: boolean }[]
}) {
  const { t } = useTranslation('reports')
  const { list } = useLocaleFormats()
  return (
    <bdi>
      {list(
        recipients.map(({ name, unsubscribed }) => (unsubscribed ? t('input.unsubscribed', { name }) : name)),
      )}
    </bdi>
  )
}

/** Input for the recipients of a report: people of its organization who may see what it contains. */
export function RecipientsInput({ id, value = [], onChange, row }: CustomInputProps<string[]>) {
  const { t } = useTranslation('reports')
  const may = useCanCall()
  const source = Form.useWatch('source') as ReportSource | undefined
  const { kind = 'figures', name = '' } = source ?? {}
  const organization = row?.organization_id as string | undefined
  const { data, error } = useCall(
    reports.people,
    { query: { kind, name, ...(organization && { organization_id: organization }) } },
    { enabled: name !== '' && may(reports.people) },
  )
  // Former recipients are shown by name until they are removed.
  const former = ((row?.recipients ?? []) as Report['recipients']).filter(({ id }) => value.includes(id))
  const people = [...(data?.people ?? []), ...former]
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return (
    <>
      <Select<string[]>
        {...(id && { id })}
        mode="multiple"
        value={value}
        onChange={ids => onChange?.(ids)}
        optionFilterProp="label"
        placeholder={t('input.everyone')}
        notFoundContent={t('input.noPeople')}
        options={[...names].map(([value, label]) => ({ value, label }))}
      />
      <FormError failure={error && { text: t('input.peopleFailed') }} />
    </>
  )
}
