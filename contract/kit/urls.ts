// Must not import zod: the console's entry loads this module without it.

/** Names of the path parameters, in order. */
export const paramNames = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1] as string)

/** Fills in the path parameters. */
export const fillPath = (path: string, params: Record<string, string | number> = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))

/** OpenStreetMap URL of a position. */
export const mapUrl = (latitude: number, longitude: number) =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
