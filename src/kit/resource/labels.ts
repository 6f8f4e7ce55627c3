import type { i18n, TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { resourceLabels } from '#contract/kit/labels.ts'
import type { Refusal } from '#contract/kit/refusal.ts'
import { useLocaleFormats } from '../locale-formats.ts'
import { choicesOf, type Field, type ResourceName } from './resource.ts'

export interface Labels {
  /** A text of the resource itself, such as `many` or `empty`. */
  text: (key: string) => string
  field: (name: string) => string
  /** Help text below a field's input, if any. */
  hint: (name: string) => string
  option: (field: string, value: string) => string
}

/**
 * The first text of the keys, straight from the loaded ones: `t` takes many times as long, and a list has a hundred
 * labels. Empty if there is none; undefined if only i18next can tell.
 */
function plainText(
  { language, options, getResourceBundle }: i18n,
  keys: readonly string[],
): string | undefined {
  if (options.postProcess) return undefined
  for (const key of keys) {
    const [path = '', namespace = 'resources'] = key.split(':').reverse()
    let text: unknown = getResourceBundle(language, namespace)
    for (const part of path.split('.')) text = (text as Record<string, unknown> | undefined)?.[part]
    if (text !== undefined) return typeof text === 'string' && !/\{\{|\$t\(/.test(text) ? text : undefined
  }
  return ''
}

/**
 * The texts of a resource: its own first, then the shared ones.
 * @param from the instance of i18next that `translate` belongs to, if it translates to its current language
 */
export function labelsIn(translate: TFunction<'resources'>, name: ResourceName, from?: i18n): Labels {
  // Composed keys cannot be type-checked; a test covers all of them.
  const t = translate as unknown as (keys: string[], options: { defaultValue: string }) => string
  const known = new Map<string, string | undefined>()
  // A list asks for the same few labels in every row.
  const find = (keys: string[]) => {
    const id = keys.join()
    if (!known.has(id)) {
      const plain = from && plainText(from, keys)
      known.set(id, (plain ?? t(keys, { defaultValue: '' })) || undefined)
    }
    return known.get(id)
  }
  return {
    ...resourceLabels(find, name),
    text: key => find([`${name}.${key}`]) ?? '',
    hint: field => find([`${name}.hints.${field}`]) ?? '',
  }
}

/** {@link labelsIn} the user's language. */
export function useLabels(name: ResourceName): Labels {
  const { t, i18n } = useTranslation('resources')
  return useMemo(() => labelsIn(t, name, i18n), [t, name, i18n])
}

/** A value with its translated label. */
export interface Option {
  value: string
  label: string
}

/** A field's allowed values with labels. Ordered values keep their order, others are sorted by label. */
export function useOptions(field: Field, labels: Labels): readonly Option[] {
  const { byName } = useLocaleFormats()
  const options = choicesOf(field).map(value => ({ value, label: labels.option(field.name, value) }))
  return field.unordered ? byName(options, ({ label }) => label) : options
}

/**
 * Translates a validation issue; falls back to the server's text for unknown codes.
 * @param field label of the field
 */
export const issueMessage = (
  { code, values, text }: Omit<Refusal, 'field'>,
  field: string,
  t: TFunction<'kit'>,
): string => (code ? t(`issue.${code}`, code === 'required' ? { field } : values) : text)

/** All issues of a report row. */
export const issueMessages = (refusals: readonly Refusal[], labels: Labels, t: TFunction<'kit'>): string =>
  refusals
    .map(refusal => {
      const { field, code } = refusal
      const label = field === null ? '' : labels.field(field)
      const reason = issueMessage(refusal, label, t)
      // The `required` text already names the field.
      return field === null || code === 'required' ? reason : t('issue.at', { field: label, reason })
    })
    .join('; ')
