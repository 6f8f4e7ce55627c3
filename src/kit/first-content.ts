import { discardEarlyResponses } from './early-responses.ts'

const { promise, resolve } = Promise.withResolvers<void>()

/** Resolves when the first screen shows its content. What is not needed to show it waits for this. */
export const firstContent: Promise<void> = promise

export function reportFirstContent(): void {
  discardEarlyResponses()
  resolve()
  startWebVitals()
}

/** Loads the report of the screen's speed, which is not needed to show it. */
export const startWebVitals = () =>
  void import('./web-vitals.ts').then(
    ({ reportWebVitals }) => reportWebVitals(location.pathname),
    () => {},
  )
