import { matchPath } from 'react-router'
import { type Metric, onCLS, onINP, onLCP, onTTFB } from 'web-vitals'
import { routePatterns, webVitals } from '#contract/analytics/web-vitals.ts'

const patternOf = (path: string) =>
  routePatterns.includes(path) ? path : routePatterns.find(pattern => matchPath(pattern, path))

let isReporting = false

/**
 * Reports how fast the screen was, once: when the page is first left or hidden. The report contains the pattern of the
 * address, and nothing about the person.
 * @param path of the screen that was loaded
 */
export function reportWebVitals(path: string): void {
  const route = patternOf(path)
  if (isReporting || !route) return
  isReporting = true
  const measured = new Map<string, number>()
  const note = ({ name, value }: Metric) => void measured.set(name.toLowerCase(), value)
  for (const measure of [onLCP, onINP, onTTFB, onCLS]) measure(note, { reportAllChanges: true })
  const send = () => {
    if (document.visibilityState === 'visible') return
    removeEventListener('visibilitychange', send)
    if (measured.size === 0) return
    const report = JSON.stringify({ route, ...Object.fromEntries(measured) })
    navigator.sendBeacon(webVitals.report.path, new Blob([report], { type: 'application/json' }))
  }
  // After the listeners of the library, which notes the last values when the page is hidden.
  addEventListener('visibilitychange', send)
}
