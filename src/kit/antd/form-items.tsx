import { AutoComplete, Checkbox, Form, Input, Radio } from 'antd'
import type { Rule } from 'antd/es/form'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type {
  CheckItemProps,
  ChoiceItemProps,
  InputItemProps,
  PasswordItemProps,
  SelectItemProps,
  SuggestItemProps,
  TextItemProps,
} from '../form.tsx'
import { PasswordInput } from '../password-input.tsx'
import type { SelectValue } from '../select.tsx'
import styles from './form.module.css'
import { popupContainer } from './provider.tsx'
import { SelectBox } from './select.tsx'

function useRules(required: boolean | string = false, type?: string): Rule[] {
  const { t } = useTranslation()
  const message = typeof required === 'string' ? required : t('field.required')
  return [
    ...(required ? [{ required: true, whitespace: true, message }] : []),
    ...(type === 'email' ? [{ type: 'email', message: t('field.email') } as const] : []),
  ]
}

export function TextItem({
  name,
  label,
  hint,
  required,
  type = 'text',
  normalize,
  onChange,
  ...input
}: TextItemProps) {
  const rules = useRules(required, type)
  return (
    <Form.Item
      name={name}
      label={label}
      extra={hint}
      rules={rules}
      {...(normalize && { normalize: (value: string) => normalize(value) })}
    >
      <Input
        autoComplete="off"
        type={type}
        {...input}
        {...(onChange && { onChange: event => onChange(event.target.value) })}
      />
    </Form.Item>
  )
}

export function PasswordItem({ name, label, hint, required, ...input }: PasswordItemProps) {
  const rules = useRules(required)
  return (
    <Form.Item name={name} label={label} extra={hint} rules={rules}>
      <PasswordInput {...input} />
    </Form.Item>
  )
}

export function SelectItem<Value extends SelectValue>({
  name,
  label,
  hint,
  options,
  initial,
  onChange,
}: SelectItemProps<Value>) {
  return (
    <Form.Item
      name={name}
      label={label}
      extra={hint}
      {...(initial !== undefined && { initialValue: initial })}
    >
      <Selection options={options} {...(onChange && { onChange })} />
    </Form.Item>
  )
}

interface SelectionProps<Value extends SelectValue> extends Pick<SelectItemProps<Value>, 'options'> {
  id?: string
  value?: Value
  onChange?: (value: Value) => void
  'aria-describedby'?: string
}

function Selection<Value extends SelectValue>({
  id = '',
  value,
  options,
  onChange,
  'aria-describedby': describedBy,
}: SelectionProps<Value>) {
  const { status } = Form.Item.useStatus()
  return (
    <SelectBox
      id={id}
      value={value}
      options={options}
      onChange={value => onChange?.(value)}
      disabled={false}
      isInvalid={status === 'error'}
      describedBy={describedBy}
      isQuiet={false}
      startWith="closed"
    />
  )
}

export function ChoiceItem<Value extends SelectValue>({
  name,
  label,
  hint,
  options,
  autoFocus = false,
}: ChoiceItemProps<Value>) {
  return (
    <fieldset className={styles.choice}>
      <legend>{label}</legend>
      <Form.Item name={name} extra={hint}>
        <Choices options={options} autoFocus={autoFocus} />
      </Form.Item>
    </fieldset>
  )
}

interface ChoicesProps<Value extends SelectValue>
  extends Pick<ChoiceItemProps<Value>, 'options' | 'autoFocus'> {
  value?: Value
  onChange?: (value: Value) => void
}

function Choices<Value extends SelectValue>({
  options,
  autoFocus = false,
  value,
  onChange,
}: ChoicesProps<Value>) {
  // Arrow keys go on from what is chosen.
  return (
    <Radio.Group
      value={value}
      onChange={event => onChange?.(event.target.value)}
      className={styles.choices ?? ''}
    >
      {options.map(option => (
        <Radio key={option.value} value={option.value} autoFocus={autoFocus && option.value === value}>
          {option.label}
        </Radio>
      ))}
    </Radio.Group>
  )
}

export function CheckItem({ name, label, hint }: CheckItemProps) {
  return (
    <Form.Item name={name} valuePropName="checked" extra={hint}>
      <Checkbox>{label}</Checkbox>
    </Form.Item>
  )
}

export function InputItem({ name, label, hint, children }: InputItemProps) {
  return (
    <Form.Item name={name} label={label} extra={hint}>
      {children}
    </Form.Item>
  )
}

export function SuggestItem({ name, label, hint, required, options, onSearch }: SuggestItemProps) {
  const rules = useRules(required)
  return (
    <Form.Item name={name} label={label} extra={hint} rules={rules}>
      <Suggestions options={options} onSearch={onSearch} />
    </Form.Item>
  )
}

interface SuggestionsProps extends Pick<SuggestItemProps, 'options' | 'onSearch'> {
  id?: string
  value?: string
  onChange?: (value: string) => void
  'aria-describedby'?: string
  'aria-required'?: 'true'
}

function Suggestions({ id, value, options, onSearch, onChange, ...aria }: SuggestionsProps) {
  const form = Form.useFormInstance()
  const [isOpen, setOpen] = useState(false)
  // Enter chooses what the arrow keys have reached, and otherwise sends what was typed, which antd would not.
  const hasReached = useRef(false)
  function press(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') hasReached.current = isOpen
    if (event.key !== 'Enter') return
    if (!hasReached.current) {
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
      form.submit()
    }
    hasReached.current = false
  }
  return (
    <AutoComplete
      open={isOpen}
      onOpenChange={setOpen}
      {...(id && { id })}
      value={value ?? ''}
      defaultActiveFirstOption={false}
      options={options.map(({ value, label }) => ({
        value,
        label: (
          <span className={styles.suggestion}>
            <bdi>{label}</bdi> <small>{value}</small>
          </span>
        ),
      }))}
      getPopupContainer={popupContainer}
      onChange={text => {
        hasReached.current = false
        onChange?.(text ?? '')
        onSearch(text ?? '')
      }}
    >
      {/* antd would put these where ARIA does not allow them. */}
      <Input {...aria} onKeyDownCapture={press} />
    </AutoComplete>
  )
}
