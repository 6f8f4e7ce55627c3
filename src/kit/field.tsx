import { type ComponentProps, type ReactNode, useId } from 'react'
import { DateInput, type DateInputProps } from './date-input.tsx'
import styles from './field.module.css'
import { PasswordInput } from './password-input.tsx'
import { Select, type SelectProps, type SelectValue } from './select.tsx'

interface FieldProps {
  label: ReactNode
  /** Validation error, announced with the field. */
  error?: string | undefined
  /** Help text, announced with the field. */
  hint?: string
}

type InputProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'className' | 'children'>

/** Ids that connect a field with its label, hint and error. */
function useFieldIds({ hint, error }: Pick<FieldProps, 'hint' | 'error'>) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return { id, described: described || undefined }
}

function FieldMessages({ id, hint, error }: { id: string } & Pick<FieldProps, 'hint' | 'error'>) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </>
  )
}

/** A labelled single-line input. */
export function TextField({ label, error, hint, type = 'text', ...rest }: InputProps) {
  const { id, described } = useFieldIds({ hint, error })
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        id={id}
        type={type}
        className={styles.input}
        aria-invalid={!!error}
        aria-describedby={described}
      />
      <FieldMessages id={id} hint={hint} error={error} />
    </div>
  )
}

/** A labelled password input with a show/hide button. */
export function PasswordField({ label, error, hint, ...rest }: Omit<InputProps, 'type'>) {
  const { id, described } = useFieldIds({ hint, error })
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <PasswordInput {...rest} id={id} aria-invalid={!!error} aria-describedby={described} />
      <FieldMessages id={id} hint={hint} error={error} />
    </div>
  )
}

type SelectFieldProps<Value extends SelectValue> = FieldProps &
  Pick<SelectProps<Value>, 'options' | 'value' | 'defaultValue' | 'onChange' | 'name' | 'disabled'>

/** A labelled select. */
export function SelectField<Value extends SelectValue>({
  label,
  error,
  hint,
  ...rest
}: SelectFieldProps<Value>) {
  const { id, described } = useFieldIds({ hint, error })
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <Select {...rest} id={id} isInvalid={!!error} describedBy={described} />
      <FieldMessages id={id} hint={hint} error={error} />
    </div>
  )
}

interface TimeFieldProps extends FieldProps, Pick<DateInputProps, 'value' | 'onChange' | 'max'> {}

/** A labelled time of day. */
export const TimeField = (props: TimeFieldProps) => <DateField kind="time" {...props} />

/** A labelled minute of a day, in local time. */
export const InstantField = (props: TimeFieldProps) => <DateField kind="instant" {...props} />

function DateField({ label, error, hint, ...input }: TimeFieldProps & Pick<DateInputProps, 'kind'>) {
  const { id, described } = useFieldIds({ hint, error })
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <DateInput {...input} id={id} isInvalid={!!error} describedBy={described} />
      <FieldMessages id={id} hint={hint} error={error} />
    </div>
  )
}

/** A labelled checkbox; the label may contain links. */
export function Checkbox({ label, error, hint, ...rest }: Omit<InputProps, 'type'>) {
  const { id, described } = useFieldIds({ hint, error })
  return (
    <div className={styles.field}>
      <div className={styles.check}>
        <input {...rest} id={id} type="checkbox" aria-invalid={!!error} aria-describedby={described} />
        <label htmlFor={id}>{label}</label>
      </div>
      <FieldMessages id={id} hint={hint} error={error} />
    </div>
  )
}
