import { useForm } from '@refinedev/antd'
import { Form } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, fieldOfPointer, NetworkError } from '../call.ts'
import type { FormProps, FormValues } from '../form.tsx'
import { FormError, FormRefusal, type SubmitError } from '../form-error.tsx'
import styles from './form.module.css'
import { Antd } from './provider.tsx'

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
