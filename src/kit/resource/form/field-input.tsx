import EyeInvisibleOutlined from '@ant-design/icons/EyeInvisibleOutlined'
import EyeOutlined from '@ant-design/icons/EyeOutlined'
import { Input, InputNumber, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { useWording } from '../../wording.ts'
import type { Labels } from '../labels.ts'
import { useOptions } from '../options.ts'
import type { Field, Row } from '../resource.ts'
import { inputKindOf } from './input-kind.ts'
import { ReferenceSelect } from './reference-select.tsx'

interface FieldInputProps {
  field: Field
  labels: Labels
  required: boolean
  row?: Row | undefined
  /** What follows comes from the form item around it. */
  id?: string
  value?: unknown
  onChange?: (value: unknown) => void
  'aria-required'?: 'true'
}

const units = { percent: 'percent', seconds: 'second', milliseconds: 'millisecond' } as const

/** The input of a field, by its kind. */
export function FieldInput({
  field,
  labels,
  required,
  row,
  value,
  'aria-required': must,
  ...bound
}: FieldInputProps) {
  const { t } = useTranslation('kit')
  const wording = useWording()
  const options = useOptions(field, labels)
  const text = value as string | undefined
  // antd's Select puts it where ARIA does not allow it, so it goes to the other inputs alone.
  const line = { ...bound, value: text ?? '', autoComplete: 'off', 'aria-required': must }
  const { input: Own } = field.view
  switch (inputKindOf(field)) {
    case 'own':
      return Own && <Own {...bound} value={value} row={row} />
    case 'lines':
      return <Input.TextArea {...line} autoSize={{ minRows: 3, maxRows: 12 }} />
    case 'password':
      return (
        <Input.Password
          {...line}
          autoComplete="new-password"
          // The names that icons bring along are English.
          iconRender={shown => (shown ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />)}
        />
      )
    case 'number':
      return (
        <InputNumber<number>
          {...bound}
          value={(value as number | undefined) ?? null}
          suffix={field.unit && wording.unit(units[field.unit])}
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
          value={text}
          allowClear={!required}
          showSearch
          optionFilterProp="label"
          placeholder={t('form.choose')}
          options={[...options]}
          // What it is may be something that nobody can choose.
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
    case 'reference':
      return <ReferenceSelect {...bound} resource={field.reference ?? ''} value={text} required={required} />
    case 'words':
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
      return <Input {...line} type="date" />
    case 'instant':
      return <Input {...line} type="datetime-local" />
    default:
      return <Input {...line} />
  }
}
