import { useEffect, useState } from 'react'

/** A reading that says as of when it is. */
interface Dated {
  data: { as_of: string } | undefined
  dataUpdatedAt: number
}

/** The server's time in milliseconds of the epoch, told anew each second: this browser's clock may be wrong. */
export function useServerClock({ data, dataUpdatedAt }: Dated): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(clock)
  }, [])
  return data ? Math.max(now, dataUpdatedAt) - dataUpdatedAt + Date.parse(data.as_of) : now
}
