import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { staffRoles } from '#contract/kit/permissions.ts'
import { useCurrentUser } from '#kit/current-user.ts'
import { RecordPicker } from '#kit/resource/record-picker.tsx'

interface OrganizationFilterProps {
  picked: string | undefined
  onPick: (picked: string | undefined) => void
}

/** Narrows a review to one organization, for staff, who see all of them. */
export function OrganizationFilter({ picked, onPick }: OrganizationFilterProps) {
  const { t } = useTranslation('access-review')
  if (!staffRoles.includes(useCurrentUser().role)) return null
  return (
    <RecordPicker
      resource="organizations"
      picked={picked}
      onPick={onPick}
      texts={{
        choose: t('organizations.choose'),
        find: t('organizations.find'),
        all: t('organizations.all'),
        one: t('fields.organization'),
        none: t('organizations.none'),
      }}
    />
  )
}

const usualDays = 90
const maxDays = 3_650

/** A number of days that the user chooses, and the props of its field; an empty or invalid one counts as 90. */
export function useDays(label: string) {
  const [text, setText] = useState(String(usualDays))
  const given = Number(useDeferredValue(text))
  const isValid = Number.isInteger(given) && given >= 1 && given <= maxDays
  return {
    days: isValid ? given : usualDays,
    input: {
      label,
      type: 'number',
      min: 1,
      max: maxDays,
      value: text,
      onChange: ({ target }: { target: { value: string } }) => setText(target.value),
    },
  }
}
