import { useState } from 'react'
import type { GroupName } from '#kit/registry.ts'

const storageKey = 'navigation'

type Choices = { [group in GroupName]?: boolean }

function remembered(): Choices {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Choices
  } catch {
    return {}
  }
}

/** Which groups are open: as chosen before, else Translation Sessions and the group one is in. */
export function useOpenGroups(current: GroupName | null) {
  const [choices, setChoices] = useState(remembered)
  const isOpen = (group: GroupName) => choices[group] ?? (group === 'sessions' || group === current)
  return {
    isOpen,
    toggle(group: GroupName) {
      const next = { ...choices, [group]: !isOpen(group) }
      localStorage.setItem(storageKey, JSON.stringify(next))
      setChoices(next)
    },
  }
}
