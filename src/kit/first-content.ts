import { discardEarlyResponses } from './early-responses.ts'

const { promise, resolve } = Promise.withResolvers<void>()

/** Resolves when the first screen shows its content. What is not needed to show it waits for this. */
export const firstContent: Promise<void> = promise

let isShown = false

/** Whether the first screen shows its content. */
export const isFirstContentShown = (): boolean => isShown

export function reportFirstContent(): void {
  isShown = true
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
