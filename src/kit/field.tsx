import EyeInvisibleOutlined from '@ant-design/icons/EyeInvisibleOutlined'
import EyeOutlined from '@ant-design/icons/EyeOutlined'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import styles from './field.module.css'

interface FieldProps {
  label: ReactNode
  /** What is wrong with the value; read out with the field. */
  error?: string | undefined
  /** What a right value looks like; read out with the field. */
  hint?: string
}

type InputProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'className' | 'children'>

/** The ids that tie a field to its label, its hint and its error. */
function useTies({ hint, error }: Pick<FieldProps, 'hint' | 'error'>) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return { id, described: described || undefined }
}

function Remarks({ id, hint, error }: { id: string } & Pick<FieldProps, 'hint' | 'error'>) {
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

/** A labelled input of one line. */
export function TextField({ label, error, hint, type = 'text', ...rest }: InputProps) {
  const { id, described } = useTies({ hint, error })
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
      <Remarks id={id} hint={hint} error={error} />
    </div>
  )
}

/** A labelled password input, with a button that shows what was typed. */
export function PasswordField({ label, error, hint, ...rest }: Omit<InputProps, 'type'>) {
  const { t } = useTranslation()
  const { id, described } = useTies({ hint, error })
  const [shown, setShown] = useState(false)
  const action = t(shown ? 'password.hide' : 'password.show')
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.password}>
        <input
          {...rest}
          id={id}
          type={shown ? 'text' : 'password'}
          className={styles.input}
          aria-invalid={!!error}
          aria-describedby={described}
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button
          look="quiet"
          icon={shown ? <EyeInvisibleOutlined /> : <EyeOutlined />}
          aria-label={action}
          title={action}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        />
      </div>
      <Remarks id={id} hint={hint} error={error} />
    </div>
  )
}

type SelectProps = FieldProps & Omit<ComponentProps<'select'>, 'id' | 'className'>

/** A labelled choice of one among few. */
export function SelectField({ label, error, hint, children, ...rest }: SelectProps) {
  const { id, described } = useTies({ hint, error })
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select {...rest} id={id} className={styles.input} aria-invalid={!!error} aria-describedby={described}>
        {children}
      </select>
      <Remarks id={id} hint={hint} error={error} />
    </div>
  )
}

/** A checkbox; its label may hold links. */
export function Checkbox({ label, error, hint, ...rest }: Omit<InputProps, 'type'>) {
  const { id, described } = useTies({ hint, error })
  return (
    <div className={styles.field}>
      <div className={styles.check}>
        <input {...rest} id={id} type="checkbox" aria-invalid={!!error} aria-describedby={described} />
        <label htmlFor={id}>{label}</label>
      </div>
      <Remarks id={id} hint={hint} error={error} />
    </div>
  )
}
