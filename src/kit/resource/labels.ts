import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResourceName } from './resource.ts'

/** `last_seen_at` → `Last seen at`: a name without a text is at least readable. */
const readable = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

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
  return {
    text: key => t([`${name}.${key}`], { defaultValue: '' }),
    field: field => t([`${name}.fields.${field}`, `fields.${field}`], { defaultValue: readable(field) }),
    hint: field => t([`${name}.hints.${field}`], { defaultValue: '' }),
    option: (field, value) => {
      const role = field === 'role' || field === 'user_role'
      // i18next would take what precedes a colon for a namespace.
      const key = value.replaceAll(':', '.')
      return t([`${name}.options.${field}.${key}`, role ? `common:roles.${key}` : `options.${key}`], {
        defaultValue: readable(value),
      })
    },
  }
}

/** {@link labelsIn} the person's language. */
export function useLabels(name: ResourceName): Labels {
  const { t } = useTranslation('resources')
  return useMemo(() => labelsIn(t, name), [t, name])
}
