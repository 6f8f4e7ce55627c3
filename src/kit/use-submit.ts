import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, fieldOfPointer, NetworkError } from './call.ts'
import type { SubmitError } from './form-error.tsx'

type Errors<Name extends string> = { [name in Name]?: string }

interface Submit<Name extends string> {
  /** Names of the inputs. */
  fields: readonly Name[]
  /** Validation beyond the native constraints (required, type). */
  check?: (values: Record<Name, string>) => Errors<Name>
  send: (values: Record<Name, string>) => Promise<void>
  /** Shown when the server gives no explanation. */
  failed: string
  /** Maps server field names to input names, where they differ. */
  names?: Record<string, Name>
}

const inputOf = (form: HTMLFormElement, name: string) => {
  const input = form.elements.namedItem(name)
  return input instanceof HTMLInputElement ||
    input instanceof HTMLSelectElement ||
    input instanceof HTMLTextAreaElement
    ? input
    : undefined
}

/**
 * Submits a light form of native inputs, for the sign-in screens, which do not load antd: validates, prevents double submission, assigns errors to fields and focuses the
 * first.
 */
export function useSubmit<Name extends string>({ fields, check, send, failed, names = {} }: Submit<Name>) {
  const { t } = useTranslation()
  const [errors, setErrors] = useState<Errors<Name>>({})
  const [failure, setFailure] = useState<SubmitError | null>(null)
  const [pending, setPending] = useState(false)

  function nativeError(form: HTMLFormElement, name: Name): string | undefined {
    const validity = inputOf(form, name)?.validity
    if (validity?.valueMissing) return t('field.required')
    if (validity?.typeMismatch) return t('field.email')
  }

  function complain(form: HTMLFormElement, newErrors: Errors<Name>) {
    setErrors(newErrors)
    const first = fields.find(name => newErrors[name])
    if (first) inputOf(form, first)?.focus()
    return first !== undefined
  }

  function handleError(form: HTMLFormElement, error: unknown) {
    if (!(error instanceof ApiError)) {
      return setFailure({
        text: failed,
        hint: t(error instanceof NetworkError ? 'networkError' : 'unexpected'),
      })
    }
    const { detail, errors: refused = [], ...rest } = error.problem
    const message = 'message' in rest && typeof rest.message === 'string' ? rest.message : ''
    setFailure({ text: detail || message || failed })
    const byField = refused.map(({ pointer, detail }) => {
      const name = fieldOfPointer(pointer)
      return [names[name] ?? name, detail]
    })
    complain(form, Object.fromEntries(byField) as Errors<Name>)
  }

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending) return
    const form = event.currentTarget
    // Includes the submit button's name and value.
    const data = new FormData(form, event.nativeEvent.submitter)
    const values = Object.fromEntries(fields.map(name => [name, String(data.get(name) ?? '')])) as Record<
      Name,
      string
    >
    const native = Object.fromEntries(
      fields.flatMap(name => {
        const complaint = nativeError(form, name)
        return complaint ? [[name, complaint]] : []
      }),
    ) as Errors<Name>
    setFailure(null)
    if (complain(form, { ...check?.(values), ...native })) return
    setPending(true)
    try {
      await send(values)
    } catch (error) {
      handleError(form, error)
    } finally {
      setPending(false)
    }
  }

  return { errors, failure, pending, onSubmit }
}
