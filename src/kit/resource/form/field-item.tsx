import { Form } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Labels } from '../labels.ts'
import type { Field, Row } from '../resource.ts'
import { FieldInput } from './field-input.tsx'
import { inputKindOf, validateField } from './input-kind.ts'
import styles from './record-form.module.css'

interface FieldItemProps {
  field: Field
  labels: Labels
  required: boolean
  row: Row | undefined
  /** What others do with it; null if nothing. */
  children: ReactNode
}

const isWide = (field: Field) => ['textarea', 'custom'].includes(inputKindOf(field) ?? '')

export function FieldItem({ field, labels, required, row, children }: FieldItemProps) {
  const { t } = useTranslation('kit')
  const [label, hint] = [labels.field(field.name), labels.hint(field.name)]
  return (
    <Form.Item
      name={field.name}
      label={label}
      required={required}
      extra={
        (hint || children) && (
          <>
            {hint}
            {children}
          </>
        )
      }
      data-field={field.name}
      className={isWide(field) ? (styles.wide ?? '') : ''}
      rules={[
        {
          validator: async (_, value) => {
            const problem = validateField(field, value, { required, labels }, t)
            if (problem) throw new Error(problem)
          },
        },
      ]}
    >
      <FieldInput field={field} labels={labels} required={required} row={row} />
    </Form.Item>
  )
}
