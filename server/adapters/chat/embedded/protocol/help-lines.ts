import type { Protocol } from './protocol.ts'

/** Whom to call in a country: the ambulance, and somebody to talk with about suicide. */
export interface HelpLines {
  emergency: string
  crisis: { name: string; number: string; hours: keyof Protocol['line'] } | null
}

const dayAndNight = (name: string, number = name) => ({ name, number, hours: 'dayAndNight' as const })
const withHours = (name: string, number: string) => ({ name, number, hours: 'withHours' as const })

/** By ISO 3166-1 alpha-2, with their sources in docs/safety-protocol.md. To be confirmed before an installation goes live. */
const countries: Readonly<Record<string, HelpLines>> = {
  AE: { emergency: '998', crisis: withHours('HOPE', '800 4673') },
  AR: { emergency: '911', crisis: withHours('Centro de Asistencia al Suicida', '135') },
  AT: { emergency: '112', crisis: dayAndNight('TelefonSeelsorge', '142') },
  AU: { emergency: '000', crisis: dayAndNight('Lifeline', '13 11 14') },
  BE: { emergency: '112', crisis: dayAndNight('Centre de Prévention du Suicide', '0800 32 123') },
  CA: { emergency: '911', crisis: dayAndNight('988') },
  CH: { emergency: '112', crisis: dayAndNight('Die Dargebotene Hand', '143') },
  DE: { emergency: '112', crisis: dayAndNight('TelefonSeelsorge', '0800 111 0 111') },
  EG: { emergency: '123', crisis: dayAndNight('16328') },
  ES: { emergency: '112', crisis: dayAndNight('Línea 024', '024') },
  FR: { emergency: '112', crisis: dayAndNight('3114') },
  GB: { emergency: '999', crisis: dayAndNight('Samaritans', '116 123') },
  IE: { emergency: '112', crisis: dayAndNight('Samaritans', '116 123') },
  JP: { emergency: '119', crisis: dayAndNight('よりそいホットライン', '0120-279-338') },
  LB: { emergency: '140', crisis: withHours('Embrace', '1564') },
  MX: { emergency: '911', crisis: dayAndNight('Línea de la Vida', '800 911 2000') },
  NZ: { emergency: '111', crisis: dayAndNight('1737') },
  SA: { emergency: '997', crisis: null },
  US: { emergency: '911', crisis: dayAndNight('988') },
}

const zones: Readonly<Record<string, string>> = {
  'Africa/Cairo': 'EG',
  'America/Argentina/Buenos_Aires': 'AR',
  'America/Chicago': 'US',
  'America/Denver': 'US',
  'America/Halifax': 'CA',
  'America/Los_Angeles': 'US',
  'America/Mexico_City': 'MX',
  'America/Montreal': 'CA',
  'America/New_York': 'US',
  'America/Phoenix': 'US',
  'America/Toronto': 'CA',
  'America/Vancouver': 'CA',
  'Asia/Beirut': 'LB',
  'Asia/Dubai': 'AE',
  'Asia/Riyadh': 'SA',
  'Asia/Tokyo': 'JP',
  'Atlantic/Canary': 'ES',
  'Australia/Brisbane': 'AU',
  'Australia/Melbourne': 'AU',
  'Australia/Perth': 'AU',
  'Australia/Sydney': 'AU',
  'Europe/Berlin': 'DE',
  'Europe/Brussels': 'BE',
  'Europe/Dublin': 'IE',
  'Europe/London': 'GB',
  'Europe/Madrid': 'ES',
  'Europe/Paris': 'FR',
  'Europe/Vienna': 'AT',
  'Europe/Zurich': 'CH',
  'Pacific/Auckland': 'NZ',
}

/** The lines of the country where a person lives, by their time zone, else by the region of their locale; else null. */
export function helpLinesOf({ zone, locale }: { zone: string; locale: string }): HelpLines | null {
  const region = locale.match(/[-_]([A-Z]{2})$/)?.[1]
  return countries[zones[zone] ?? region ?? ''] ?? null
}
