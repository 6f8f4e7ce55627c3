import EyeInvisibleOutlined from '@ant-design/icons/EyeInvisibleOutlined'
import EyeOutlined from '@ant-design/icons/EyeOutlined'
import { AutoComplete, Form, Input, InputNumber, Select, Switch } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateInput } from '../../date-input.tsx'
import { unitNames, useLocaleFormats } from '../../locale-formats.ts'
import { Skeleton } from '../../skeleton.tsx'
import { type Labels, useOptions } from '../labels.ts'
import {
  RecordDetails,
  type RecordOption,
  shortId,
  useRecordName,
  useReferenceSearch,
} from '../reference.tsx'
import type { Field, Row } from '../resource.ts'
import { inputKindOf } from './input-kind.ts'

interface FieldInputProps {
  field: Field
  labels: Labels
  required: boolean
  row?: Row | undefined
  /** Provided by the surrounding Form.Item. */
  id?: string
  value?: unknown
  onChange?: (value: unknown) => void
  'aria-required'?: 'true'
  'aria-invalid'?: boolean
  'aria-describedby'?: string
  /** Whether its list of choices is open from the start. */
  isOpen?: boolean
}

/** The input of a field, by its kind. */
export function FieldInput({
  field,
  labels,
  required,
  row,
  value,
  'aria-required': must,
  isOpen = false,
  ...bound
}: FieldInputProps) {
  const { t } = useTranslation('kit')
  const wording = useLocaleFormats()
  const options = useOptions(field, labels)
  const { status } = Form.Item.useStatus()
  const text = value as string | undefined
  // Not for antd's Select, which puts it where ARIA does not allow it.
  const line = { ...bound, value: text ?? '', autoComplete: 'off', 'aria-required': must }
  const { input: Own } = field.view
  switch (inputKindOf(field)) {
    case 'custom':
      return (
        Own && (
          <Suspense fallback={<Skeleton rows={1} />}>
            <Own {...bound} value={value} row={row} />
          </Suspense>
        )
      )
    case 'textarea':
      return <Input.TextArea {...line} autoSize={{ minRows: 3, maxRows: 12 }} />
    case 'password':
      return (
        <Input.Password
          {...line}
          autoComplete="new-password"
          // antd's icons have English labels.
          iconRender={shown => (shown ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />)}
        />
      )
    case 'number':
      return (
        <InputNumber<number>
          {...bound}
          value={(value as number | undefined) ?? null}
          suffix={field.unit && wording.unit(unitNames[field.unit])}
          controls={false}
          aria-required={must}
          style={{ width: '100%' }}
        />
      )
    case 'switch':
      return <Switch {...bound} checked={value === true} />
    case 'choice':
      return (
        <Select
          {...bound}
          defaultOpen={isOpen}
          value={text}
          allowClear={!required}
          showSearch
          optionFilterProp="label"
          placeholder={t('form.choose')}
          options={[...options]}
          // The current value may not be among the options.
          labelRender={({ label, value }) => label ?? labels.option(field.name, String(value))}
        />
      )
    case 'choices':
      return (
        <Select
          {...bound}
          mode="multiple"
          value={(value as string[] | undefined) ?? []}
          optionFilterProp="label"
          placeholder={t('form.choose')}
          options={[...options]}
        />
      )
    case 'timeZone':
      return <TimeZoneSelect {...bound} isOpen={isOpen} value={text} required={required} />
    case 'reference':
      return (
        <ReferenceSelect
          {...bound}
          isOpen={isOpen}
          resource={field.reference ?? ''}
          listFilter={field.listFilter}
          value={text}
          required={required}
        />
      )
    case 'tags':
      return (
        <Select
          {...bound}
          mode="tags"
          value={(value as string[] | undefined) ?? []}
          tokenSeparators={[',']}
          open={false}
          suffixIcon={null}
        />
      )
    case 'day':
    case 'instant':
      return (
        <DateInput
          id={bound.id ?? ''}
          kind={field.kind === 'day' ? 'day' : 'instant'}
          value={text ?? ''}
          isInvalid={status === 'error'}
          onChange={date => bound.onChange?.(date || undefined)}
        />
      )
    default:
      if (!field.view.suggestions) return <Input {...line} />
      return (
        <AutoComplete
          {...bound}
          value={text ?? ''}
          options={field.view.suggestions.map(value => ({ value: labels.option(field.name, value) }))}
        />
      )
  }
}

/** `America/Argentina/Buenos_Aires` → `Buenos Aires (America/Argentina)`. */
function cityOf(zone: string): string {
  const [city = zone, ...regions] = zone.replaceAll('_', ' ').split('/').toReversed()
  return regions.length > 0 ? `${city} (${regions.toReversed().join('/')})` : city
}

interface TimeZoneSelectProps {
  required: boolean
  isOpen?: boolean
  id?: string
  value: string | undefined
  onChange?: (zone: string | undefined) => void
}

/** Select for a time zone, found by city. */
function TimeZoneSelect({ required, value, isOpen = false, ...bound }: TimeZoneSelectProps) {
  const { t } = useTranslation('kit')
  const { byName } = useLocaleFormats()
  const options = useMemo(
    () =>
      byName(
        ['UTC', ...Intl.supportedValuesOf('timeZone')].map(zone => ({ value: zone, label: cityOf(zone) })),
        ({ label }) => label,
      ),
    [byName],
  )
  return (
    <Select
      {...bound}
      defaultOpen={isOpen}
      value={value}
      allowClear={!required}
      showSearch
      optionFilterProp="label"
      placeholder={t('form.city')}
      options={options}
      labelRender={({ value }) => cityOf(String(value))}
    />
  )
}

interface ReferenceSelectProps {
  resource: string
  listFilter?: Field['listFilter']
  required: boolean
  isOpen?: boolean
  id?: string
  value: string | undefined
  onChange?: (id: string | undefined) => void
}

/** Select for a record of another resource, found by name. */
export function ReferenceSelect({
  resource,
  listFilter,
  required,
  value,
  isOpen = false,
  ...bound
}: ReferenceSelectProps) {
  const { t } = useTranslation('kit')
  const [text, setText] = useState('')
  const { options, loading } = useReferenceSearch(resource, text, listFilter)
  const { name, isLoading } = useRecordName(resource, value)
  // Names the selected record even if it is not among the search results.
  const isListed = value === undefined || text !== '' || options.some(option => option.value === value)
  const chosen: RecordOption = { value: value ?? '', label: name ?? (isLoading ? '' : shortId(value ?? '')) }
  return (
    <Select<string, RecordOption>
      {...bound}
      defaultOpen={isOpen}
      value={value as string}
      allowClear={!required}
      showSearch
      filterOption={false}
      onSearch={setText}
      loading={loading}
      placeholder={t('form.type')}
      notFoundContent={loading ? null : t('filter.nothing')}
      options={isListed ? [...options] : [chosen, ...options]}
      optionRender={({ label, data: { details, organization } }) => (
        <>
          <span>{label}</span>
          <RecordDetails details={details} organization={organization} />
        </>
      )}
    />
  )
}
