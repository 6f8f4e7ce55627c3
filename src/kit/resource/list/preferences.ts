import { useCallback, useState } from 'react'
import { useCaller } from '../../caller.ts'

/** How a person likes a list, on this device. */
export interface Preferences {
  /** Shown columns, or null for those of the declaration. */
  columns: readonly string[] | null
  density: 'compact' | 'roomy'
}

const standard: Preferences = { columns: null, density: 'compact' }

function stored(key: string): Preferences {
  try {
    return { ...standard, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Preferences>) }
  } catch {
    return standard
  }
}

/** The signed-in person's {@link Preferences} for one list. */
export function usePreferences(resource: string) {
  const { user_id } = useCaller()
  const key = `list:${user_id}:${resource}`
  const [preferences, set] = useState(() => stored(key))
  const prefer = useCallback(
    (part: Partial<Preferences>) =>
      set(before => {
        const after = { ...before, ...part }
        localStorage.setItem(key, JSON.stringify(after))
        return after
      }),
    [key],
  )
  return { preferences, prefer }
}
