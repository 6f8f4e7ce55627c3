/**
 * Reads the figures of the period before: null while they are awaited, so that their place is kept, and undefined where
 * nothing is compared.
 */
export const previousOf =
  <Figures extends object>(figures: Figures | null | undefined) =>
  <Name extends keyof Figures>(name: Name): Figures[Name] | null | undefined =>
    figures ? figures[name] : (figures as null | undefined)
