/** `8`, `8.30` or `8:30` → `08:30`; what is no time stays, to be refused by name. */
export function timeOfDayFrom(typed: string): string {
  const [, hours = '', minutes = '00'] = /^(\d{1,2})(?:[:.h]?(\d\d))?$/.exec(typed.trim()) ?? []
  return hours ? `${hours.padStart(2, '0')}:${minutes}` : typed.trim()
}
