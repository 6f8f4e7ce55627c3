/** Whom to call in a country: the ambulance, and somebody to talk with about suicide, day and night. */
export interface HelpLines {
  emergency: string
  crisis: { name: string; number: string } | null
}

const samaritans = { name: 'Samaritans', number: '116 123' }
const line988 = { name: '988', number: '988' }

/** By ISO 3166-1 alpha-2. To be confirmed before an installation goes live: docs/safety-protocol.md. */
const countries: Readonly<Record<string, HelpLines>> = {
  AE: { emergency: '998', crisis: { name: 'HOPE', number: '800 4673' } },
  AR: { emergency: '911', crisis: { name: 'Centro de Asistencia al Suicida', number: '135' } },
  AT: { emergency: '112', crisis: { name: 'TelefonSeelsorge', number: '142' } },
  AU: { emergency: '000', crisis: { name: 'Lifeline', number: '13 11 14' } },
  BE: { emergency: '112', crisis: { name: 'Centre de Prévention du Suicide', number: '0800 32 123' } },
  CA: { emergency: '911', crisis: line988 },
  CH: { emergency: '112', crisis: { name: 'Die Dargebotene Hand', number: '143' } },
  DE: { emergency: '112', crisis: { name: 'TelefonSeelsorge', number: '0800 111 0 111' } },
  EG: { emergency: '123', crisis: null },
  ES: { emergency: '112', crisis: { name: 'Línea 024', number: '024' } },
  FR: { emergency: '112', crisis: { name: '3114', number: '3114' } },
  GB: { emergency: '999', crisis: samaritans },
  IE: { emergency: '112', crisis: samaritans },
  JP: { emergency: '119', crisis: { name: 'いのちの電話', number: '0120-783-556' } },
  LB: { emergency: '140', crisis: { name: 'Embrace', number: '1564' } },
  MX: { emergency: '911', crisis: { name: 'Línea de la Vida', number: '800 911 2000' } },
  NZ: { emergency: '111', crisis: { name: '1737', number: '1737' } },
  SA: { emergency: '997', crisis: null },
  US: { emergency: '911', crisis: line988 },
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
