// Free of zod, so that the console's entry can fill in a path without loading it.

/** The names of a path's parameters, in order. */
export const paramNames = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1] as string)

/** The path with its parameters filled in. */
export const fillPath = (path: string, params: Record<string, string | number> = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
