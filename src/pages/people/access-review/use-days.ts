import { useDeferredValue, useState } from 'react'

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
