import { useEffect, useState } from 'react'

/** A value as it was before the latest changes, until it has not changed for a while. @param delay in milliseconds */
export function useDebounced<Value>(value: Value, delay: number): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return debounced
}
