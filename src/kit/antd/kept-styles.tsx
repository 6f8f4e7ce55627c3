import { useEffect, useState } from 'react'
import { Antd } from './provider.tsx'

/** antd's hook that inserts the styles of a component. */
type StyleHook = (prefix: string, root?: string) => unknown

/** Style hooks by the class prefix of their components. */
export type StyleHooks = readonly (readonly [prefix: string, hook: StyleHook])[]

/**
 * Computes the styles of components ahead of their first use, one whenever the browser is idle, and keeps them: antd
 * computes them when the first of a kind is mounted and drops them with the last, within the frame of the click that
 * opens a dialog.
 */
export function KeptStyles({ of }: { of: StyleHooks }) {
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (count === of.length) return
    const next = () => setCount(count + 1)
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(next, 50)
      return () => clearTimeout(timer)
    }
    const id = requestIdleCallback(next)
    return () => cancelIdleCallback(id)
  }, [count, of])
  return (
    <Antd>
      {of.slice(0, count).map(([prefix, hook]) => (
        <Kept key={prefix} prefix={prefix} hook={hook} />
      ))}
    </Antd>
  )
}

function Kept({ prefix, hook: useStyle }: { prefix: string; hook: StyleHook }) {
  useStyle(prefix, `${prefix}-css-var`)
  return null
}
