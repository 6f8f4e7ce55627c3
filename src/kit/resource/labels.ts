import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { labelsOf } from '#contract/kit/labels.ts'
import type { ResourceName } from './resource.ts'

export interface Labels {
  /** One of the resource's own texts, such as `many` or `empty`. */
  text: (key: string) => string
  field: (name: string) => string
  /** What is said below a field's input, if anything. */
  hint: (name: string) => string
  option: (field: string, value: string) => string
}

/** The texts of a resource: its own first, then those that all resources share. */
export function labelsIn(translate: TFunction<'resources'>, name: ResourceName): Labels {
  // The keys are composed, so the compiler cannot check them one by one; a test walks all of them.
  const t = translate as unknown as (keys: string[], options: { defaultValue: string }) => string
  const find = (keys: string[]) => t(keys, { defaultValue: '' }) || undefined
  return {
    ...labelsOf(find, name),
    text: key => find([`${name}.${key}`]) ?? '',
    hint: field => find([`${name}.hints.${field}`]) ?? '',
  }
}

/** {@link labelsIn} the person's language. */
export function useLabels(name: ResourceName): Labels {
  const { t } = useTranslation('resources')
  return useMemo(() => labelsIn(t, name), [t, name])
}
