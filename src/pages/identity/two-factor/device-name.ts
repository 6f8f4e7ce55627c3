const browsers = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\bChrome\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
] as const

const systems = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const

const nameIn = (names: readonly (readonly [RegExp, string])[], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** "Firefox · Linux": what a `User-Agent` says of a browser, or as much of the text itself as is readable at a glance. */
export function deviceName(userAgent: string | null): string | null {
  if (!userAgent) return null
  const known = [nameIn(browsers, userAgent), nameIn(systems, userAgent)].filter(Boolean)
  return known.length > 0 ? known.join(' · ') : userAgent.slice(0, 40)
}
