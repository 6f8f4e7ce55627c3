import type { OnCallLayer } from '#contract/alerts/on-call.ts'
import { filling, type Row } from './copy.ts'
import type { Place } from './places.ts'
import { uuidv7 } from './random.ts'
import type { World } from './world.ts'

type Names = Record<Place['locale'], string>

const scheduleName: Names = {
  en: 'Caregivers on call',
  de: 'Bereitschaft der Pflege',
  es: 'Guardia de cuidadores',
  fr: 'Astreinte des intervenants',
  ja: '介護スタッフの当番',
  ar: 'مناوبة مقدّمي الرعاية',
}
const layerNames: Record<'weeks' | 'nights', Names> = {
  weeks: { en: 'Weeks', de: 'Wochen', es: 'Semanas', fr: 'Semaines', ja: '週', ar: 'الأسابيع' },
  nights: { en: 'Nights', de: 'Nächte', es: 'Noches', fr: 'Nuits', ja: '夜', ar: 'الليالي' },
}

/** Maximum number of people in a rotation. */
const maxPeople = 6

/** On-call schedules of the care providers that have enough caregivers: weeks, and nights by turns. */
export const onCallRows = filling(
  'on_call_schedules',
  ['id', 'organization_id', 'name', 'time_zone', 'layers', 'created_at', 'updated_at'],
  function* (world: World): Generator<Row> {
    for (const organization of world.organizations) {
      const { id, kind, city, createdAt } = organization
      if (kind !== 'care_provider') continue
      const people = world.people
        .filter(person => person.organization === organization && person.role === 'caregiver')
        .filter(({ status }) => status === 'active')
        .slice(0, maxPeople)
        .map(person => person.id)
      if (people.length < 2) continue
      const shared = { every: 1, starts_on: '2024-01-01', handover_at: '08:00' }
      const layers: OnCallLayer[] = [
        {
          name: layerNames.weeks[city.locale],
          person_ids: people,
          rotation: 'weekly',
          ...shared,
          windows: [],
        },
        {
          name: layerNames.nights[city.locale],
          person_ids: people.toReversed(),
          rotation: 'daily',
          ...shared,
          handover_at: '12:00',
          windows: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '21:00', to: '07:00' }],
        },
      ]
      const at = new Date(createdAt)
      yield [
        uuidv7(createdAt, world.random.fork('on-call', id)),
        id,
        scheduleName[city.locale],
        city.timeZone,
        JSON.stringify(layers),
        at,
        at,
      ]
    }
  },
)
