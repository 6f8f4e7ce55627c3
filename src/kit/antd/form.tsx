import { useForm } from '@refinedev/antd'
import { AutoComplete, Checkbox, Form, Input, Radio } from 'antd'
import type { Rule } from 'antd/es/form'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, fieldOfPointer, NetworkError } from '../call.ts'
import type {
  CheckItemProps,
  ChoiceItemProps,
  FormProps,
  FormValues,
  InputItemProps,
  PasswordItemProps,
  SelectItemProps,
  SuggestItemProps,
  TextItemProps,
} from '../form.tsx'
import { FormError, FormRefusal, type SubmitError } from '../form-error.tsx'
import { PasswordInput } from '../password-input.tsx'
import type { SelectValue } from '../select.tsx'
import styles from './form.module.css'
import { Antd, popupContainer } from './provider.tsx'
import { SelectBox } from './select.tsx'

/** The form's names of the fields that the server refused, with its reasons. */
function refusalsOf(error: unknown, names: Readonly<Record<string, string>>): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  if (!(error instanceof ApiError)) return errors
  for (const { pointer, detail } of error.problem.errors ?? []) {
    const field = fieldOfPointer(pointer)
    const name = names[field] ?? field
    errors[name] = [...(errors[name] ?? []), detail]
  }
  return errors
}

/** A form by Refine and antd whose values are sent by any call of the API. */
export function CallForm<Values extends FormValues>({
  id,
  label,
  initial,
  loaded,
  check,
  derive,
  onChange,
  names = {},
  failed,
  send,
  layout = 'columns',
  children,
}: FormProps<Values> & { id: string }) {
  const { t } = useTranslation()
  const [failure, setFailure] = useState<SubmitError | null>(null)
  const { form, formProps, formLoading, onFinish } = useForm<never, never, Values>({
    dataProviderName: 'calls',
    resource: 'calls',
    action: 'create',
    redirect: false,
    successNotification: false,
    errorNotification: false,
    invalidates: [],
    mutationMeta: {
      async send(values: Values) {
        try {
          await send(values)
        } catch (error) {
          throw Object.assign(error as Error, { errors: refusalsOf(error, names) })
        }
      },
    },
  })

  const loadedText = JSON.stringify(loaded)
  useEffect(() => {
    if (loadedText) form.setFieldsValue(JSON.parse(loadedText))
  }, [form, loadedText])

  function focusFirstError() {
    const wrong = form.getFieldsError().find(({ errors }) => errors.length > 0)
    if (wrong) form.scrollToField(wrong.name, { block: 'center', focus: true })
  }

  async function finish() {
    const values: Values = form.getFieldsValue(true)
    setFailure(null)
    const problems = Object.entries(check?.(values) ?? {}).filter(([, problem]) => problem)
    if (problems.length > 0) {
      form.setFields(problems.map(([name, problem]) => ({ name: name as never, errors: [String(problem)] })))
      return focusFirstError()
    }
    try {
      await onFinish(values)
    } catch (error) {
      setFailure(textOf(error))
      focusFirstError()
    }
  }

  function textOf(error: unknown): SubmitError {
    if (error instanceof FormRefusal) return { text: error.message }
    if (!(error instanceof ApiError))
      return { text: failed, hint: t(error instanceof NetworkError ? 'networkError' : 'unexpected') }
    const { detail, ...rest } = error.problem
    const message = 'message' in rest && typeof rest.message === 'string' ? rest.message : ''
    return { text: detail || message || failed }
  }

  return (
    <Antd>
      <Form
        {...formProps}
        name={id}
        aria-label={label}
        noValidate
        layout="vertical"
        className={styles[layout] ?? ''}
        {...(initial && { initialValues: initial })}
        validateTrigger={['onBlur', 'onSubmit']}
        onValuesChange={(changed: Partial<Values>) => {
          if (derive) form.setFieldsValue(derive(changed) as never)
          onChange?.(form.getFieldsValue(true))
        }}
        onFinish={() => !formLoading && void finish()}
        onFinishFailed={focusFirstError}
      >
        <FormError failure={failure} />
        {typeof children === 'function' ? children(formLoading) : children}
      </Form>
    </Antd>
  )
}

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
      height={undefined}
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
