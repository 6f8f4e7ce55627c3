import type { Culture } from './names/cultures.ts'

export interface Place {
  name: string
  region: 'Europe' | 'North America' | 'Latin America' | 'Asia Pacific' | 'Middle East' | 'Africa'
  timeZone: string
  /** The language of the console; the companion speaks it where it can, else English. */
  locale: 'en' | 'es' | 'fr' | 'de' | 'ja' | 'ar'
  /** Whose names are met there, the first most often. */
  cultures: readonly Culture[]
  /** Numbers set aside for fiction where the country has such; # is any digit. */
  phone: string
  streets: readonly string[]
  latitude: number
  longitude: number
  /** Part of the households that live there. */
  share: number
}

// biome-ignore format: a table is read by its columns
export const places: readonly Place[] = [
  { name: 'Hamburg',      region: 'Europe',        timeZone: 'Europe/Berlin',       locale: 'de', cultures: ['german', 'german', 'russian', 'greek'], phone: '+49 40 66969 ###', streets: ['Elbchaussee', 'Mönckebergstraße', 'Große Bergstraße'], latitude: 53.55, longitude: 9.99, share: 12 },
  { name: 'London',       region: 'Europe',        timeZone: 'Europe/London',       locale: 'en', cultures: ['english', 'english', 'irish', 'hindi'], phone: '+44 20 7946 0###', streets: ['Camden Road', 'St John’s Hill', 'Queen’s Crescent'], latitude: 51.51, longitude: -0.13, share: 11 },
  { name: 'Paris',        region: 'Europe',        timeZone: 'Europe/Paris',        locale: 'fr', cultures: ['french', 'french', 'arabic'], phone: '+33 1 99 00 ## ##', streets: ['rue des Écoles', 'avenue d’Italie', 'rue de l’Ourcq'], latitude: 48.86, longitude: 2.35, share: 10 },
  { name: 'Madrid',       region: 'Europe',        timeZone: 'Europe/Madrid',       locale: 'es', cultures: ['spanish'], phone: '+34 910 000 ###', streets: ['Calle de Alcalá', 'Calle del Pez', 'Paseo de la Habana'], latitude: 40.42, longitude: -3.7, share: 9 },
  { name: 'Athens',       region: 'Europe',        timeZone: 'Europe/Athens',       locale: 'en', cultures: ['greek'], phone: '+30 21 0000 0###', streets: ['Οδός Ερμού', 'Λεωφόρος Κηφισίας'], latitude: 37.98, longitude: 23.73, share: 4 },
  { name: 'Kyiv',         region: 'Europe',        timeZone: 'Europe/Kyiv',         locale: 'en', cultures: ['ukrainian', 'russian'], phone: '+380 44 000 0###', streets: ['вулиця Хрещатик', 'вулиця Ярославів Вал'], latitude: 50.45, longitude: 30.52, share: 3 },
  { name: 'New York',     region: 'North America', timeZone: 'America/New_York',    locale: 'en', cultures: ['english', 'irish', 'spanish', 'chinese', 'hebrew'], phone: '+1 212 555 01##', streets: ['W 72nd Street', 'Grand Concourse', 'Ocean Parkway'], latitude: 40.71, longitude: -74.01, share: 14 },
  { name: 'Chicago',      region: 'North America', timeZone: 'America/Chicago',     locale: 'en', cultures: ['english', 'english', 'irish', 'greek'], phone: '+1 312 555 01##', streets: ['N Clark Street', 'S Halsted Street'], latitude: 41.88, longitude: -87.63, share: 8 },
  { name: 'Los Angeles',  region: 'North America', timeZone: 'America/Los_Angeles', locale: 'en', cultures: ['english', 'spanish', 'korean', 'japanese'], phone: '+1 213 555 01##', streets: ['Olympic Boulevard', 'Figueroa Street'], latitude: 34.05, longitude: -118.24, share: 8 },
  { name: 'Mexico City',  region: 'Latin America', timeZone: 'America/Mexico_City', locale: 'es', cultures: ['spanish'], phone: '+52 55 0000 0###', streets: ['Avenida Álvaro Obregón', 'Calle de la Amargura'], latitude: 19.43, longitude: -99.13, share: 6 },
  { name: 'Bogotá',       region: 'Latin America', timeZone: 'America/Bogota',      locale: 'es', cultures: ['spanish'], phone: '+57 601 000 0###', streets: ['Carrera Séptima', 'Calle 85'], latitude: 4.71, longitude: -74.07, share: 3 },
  { name: 'Tokyo',        region: 'Asia Pacific',  timeZone: 'Asia/Tokyo',          locale: 'ja', cultures: ['japanese'], phone: '+81 3 0000 0###', streets: ['世田谷区桜丘', '杉並区阿佐谷北'], latitude: 35.68, longitude: 139.69, share: 10 },
  { name: 'Seoul',        region: 'Asia Pacific',  timeZone: 'Asia/Seoul',          locale: 'en', cultures: ['korean'], phone: '+82 2 0000 0###', streets: ['종로구 율곡로', '마포구 양화로'], latitude: 37.57, longitude: 126.98, share: 3 },
  { name: 'Singapore',    region: 'Asia Pacific',  timeZone: 'Asia/Singapore',      locale: 'en', cultures: ['chinese', 'chinese', 'hindi'], phone: '+65 6000 0###', streets: ['Tiong Bahru Road', 'Serangoon Road'], latitude: 1.35, longitude: 103.82, share: 4 },
  { name: 'Mumbai',       region: 'Asia Pacific',  timeZone: 'Asia/Kolkata',        locale: 'en', cultures: ['hindi'], phone: '+91 22 0000 0###', streets: ['महात्मा गांधी मार्ग', 'Linking Road'], latitude: 19.08, longitude: 72.88, share: 3 },
  { name: 'Haifa',        region: 'Middle East',   timeZone: 'Asia/Jerusalem',      locale: 'en', cultures: ['hebrew', 'hebrew', 'arabic', 'russian'], phone: '+972 4 000 0###', streets: ['שדרות הנשיא', 'רחוב הרצל'], latitude: 32.79, longitude: 34.99, share: 3 },
  { name: 'Dubai',        region: 'Middle East',   timeZone: 'Asia/Dubai',          locale: 'ar', cultures: ['arabic'], phone: '+971 4 000 0###', streets: ['شارع الشيخ زايد', 'شارع الوصل'], latitude: 25.2, longitude: 55.27, share: 4 },
  { name: 'Nairobi',      region: 'Africa',        timeZone: 'Africa/Nairobi',      locale: 'en', cultures: ['english', 'hindi'], phone: '+254 20 000 0###', streets: ['Ngong Road', 'Kenyatta Avenue'], latitude: -1.29, longitude: 36.82, share: 2 },
]

export function placeNamed(name: string): Place {
  const city = places.find(candidate => candidate.name === name)
  if (!city) throw new Error(`No such place: ${name}`)
  return city
}
