import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refused, Unreachable } from './call.ts'
import { fieldAt } from './field-at.ts'

type Errors<Name extends string> = { [name in Name]?: string }

/** Why a form was not taken: the text to show, and a hint where nothing was answered at all. */
export interface Failure {
  text: string
  hint?: string
}

interface Submit<Name extends string> {
  /** The names of the form's inputs. */
  fields: readonly Name[]
  /** What is wrong with the values, beyond what the inputs themselves can tell (required, type). */
  check?: (values: Record<Name, string>) => Errors<Name>
  send: (values: Record<Name, string>) => Promise<void>
  /** What to say when the server refuses without words of its own. */
  failed: string
  /** The form's name for a field of the server's, where they differ. */
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
 * Submits a form of plain inputs: checks, sends once at a time, ties each complaint to its field and moves the focus
 * to the first of them.
 */
export function useSubmit<Name extends string>({ fields, check, send, failed, names = {} }: Submit<Name>) {
  const { t } = useTranslation()
  const [errors, setErrors] = useState<Errors<Name>>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [pending, setPending] = useState(false)

  function complaintOf(form: HTMLFormElement, name: Name): string | undefined {
    const validity = inputOf(form, name)?.validity
    if (validity?.valueMissing) return t('field.required')
    if (validity?.typeMismatch) return t('field.email')
  }

  function complain(form: HTMLFormElement, found: Errors<Name>) {
    setErrors(found)
    const first = fields.find(name => found[name])
    if (first) inputOf(form, first)?.focus()
    return first !== undefined
  }

  function explain(form: HTMLFormElement, error: unknown) {
    if (!(error instanceof Refused)) {
      return setFailure({
        text: failed,
        hint: t(error instanceof Unreachable ? 'networkError' : 'unexpected'),
      })
    }
    const { detail, errors: refused = [], ...rest } = error.problem
    const message = 'message' in rest && typeof rest.message === 'string' ? rest.message : ''
    setFailure({ text: detail || message || failed })
    const byField = refused.map(({ pointer, detail }) => {
      const name = fieldAt(pointer)
      return [names[name] ?? name, detail]
    })
    complain(form, Object.fromEntries(byField) as Errors<Name>)
  }

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending) return
    const form = event.currentTarget
    // With the name and value of the button, where a form can be sent by several.
    const data = new FormData(form, event.nativeEvent.submitter)
    const values = Object.fromEntries(fields.map(name => [name, String(data.get(name) ?? '')])) as Record<
      Name,
      string
    >
    const native = Object.fromEntries(
      fields.flatMap(name => {
        const complaint = complaintOf(form, name)
        return complaint ? [[name, complaint]] : []
      }),
    ) as Errors<Name>
    setFailure(null)
    if (complain(form, { ...check?.(values), ...native })) return
    setPending(true)
    try {
      await send(values)
    } catch (error) {
      explain(form, error)
    } finally {
      setPending(false)
    }
  }

  return { errors, failure, pending, onSubmit }
}
