import { useEffect, useState } from 'react'

/** A query whose reply carries the server's time. */
interface TimestampedQuery {
  data: { as_of: string } | undefined
  dataUpdatedAt: number
}

/** Server time in epoch milliseconds, updated every second; the browser's clock may be wrong. */
export function useServerClock({ data, dataUpdatedAt }: TimestampedQuery): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(clock)
  }, [])
  return data ? Math.max(now, dataUpdatedAt) - dataUpdatedAt + Date.parse(data.as_of) : now
}
