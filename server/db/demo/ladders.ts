import type { z } from 'zod'
import type { DutyWindow } from '#contract/alerts/duty.ts'
import { LadderStep } from '#contract/alerts/ladders.ts'
import { DAY } from './conditions.ts'
import { keyHolder } from './contacts.ts'
import { filling, type Row } from './copy.ts'
import type { Place } from './places.ts'
import { type Random, uuidv7 } from './random.ts'
import type { Organization, Person, World } from './world.ts'

type Step = z.input<typeof LadderStep>
type Names = Record<Place['locale'], string>

interface Ladder {
  name: Names
  steps: readonly Step[]
}

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const byDay: DutyWindow = { days: everyDay, from: '07:00', to: '21:00' }
const byNight: DutyWindow = { days: everyDay, from: '21:00', to: '07:00' }

const dayAndNight: Ladder = {
  name: {
    en: 'Day and night',
    de: 'Tag und Nacht',
    es: 'Día y noche',
    fr: 'Jour et nuit',
    ja: '昼と夜',
    ar: 'ليلًا ونهارًا',
  },
  steps: [
    { who: 'operators', channel: 'push', wait_seconds: 0, times: 3 },
    { who: 'caregivers', channel: 'push', wait_seconds: 0, times: 2, on_duty: [byDay] },
    { who: 'caregivers', channel: 'voice', wait_seconds: 30, times: 2, on_duty: [byNight] },
    { who: 'contacts', priority: 1, channel: 'voice', wait_seconds: 90, times: 2 },
    { who: 'contacts', priority: 2, channel: 'voice', wait_seconds: 120, times: 2 },
    { who: 'contacts', channel: 'sms', wait_seconds: 60 },
    { who: 'caregivers', channel: 'mail', wait_seconds: 60 },
  ],
}

const familyFirst: Ladder = {
  name: {
    en: 'Family first',
    de: 'Zuerst die Familie',
    es: 'Primero la familia',
    fr: 'La famille d’abord',
    ja: 'まず家族へ',
    ar: 'العائلة أولًا',
  },
  steps: [
    { who: 'family', channel: 'push', wait_seconds: 0, times: 3, every_seconds: 30 },
    { who: 'contacts', priority: 1, channel: 'voice', wait_seconds: 60, times: 2 },
    { who: 'operators', channel: 'push', wait_seconds: 60, times: 3 },
    { who: 'contacts', priority: 2, channel: 'voice', wait_seconds: 60, times: 2 },
    { who: 'contacts', priority: 3, channel: 'voice', wait_seconds: 120 },
    { who: 'family', channel: 'mail', wait_seconds: 0 },
  ],
}

const neighbourFirst: Ladder = {
  name: {
    en: 'First the neighbour with the key',
    de: 'Zuerst die Nachbarschaft mit dem Schlüssel',
    es: 'Primero quien tiene la llave en el vecindario',
    fr: 'D’abord le voisinage qui a la clé',
    ja: 'まず鍵を預かる隣人へ',
    ar: 'الجار صاحب المفتاح أولًا',
  },
  steps: [
    { who: 'contacts', role: keyHolder, channel: 'voice', wait_seconds: 0, times: 2 },
    { who: 'operators', channel: 'push', wait_seconds: 0, times: 3 },
    { who: 'contacts', priority: 1, channel: 'voice', wait_seconds: 120, times: 2 },
    { who: 'contacts', channel: 'sms', wait_seconds: 60 },
  ],
}

/** People with a ladder of their own: some of those with a neighbour who has a key. */
const withOwnLadder = ({ contacts, random }: World): Person[] =>
  contacts
    .filter(({ role }) => role === keyHolder)
    .map(({ person }) => person)
    .filter(({ id, organization: { kind, status } }) => {
      const share = kind === 'care_provider' ? 0.3 : 0.1
      return status === 'active' && random.fork('own-ladder', id).chance(share)
    })

/** The escalation ladders of every care provider and some households, and of people of their own; others have none. */
export const ladderRows = filling(
  'ladders',
  [
    'id',
    'organization_id',
    'person_id',
    'name',
    'steps',
    'rearm_after_seconds',
    'version',
    'created_at',
    'updated_at',
  ],
  function* (world: World): Generator<Row> {
    const row = (
      { name, steps }: Ladder,
      { id, city, createdAt }: Organization,
      person: Person | null,
      draws: Random,
    ) => {
      const since = person?.since ?? createdAt
      const at = since + Math.floor(draws.next() * Math.min(20 * DAY, world.now - since))
      return [
        uuidv7(at, draws),
        id,
        person?.id ?? null,
        name[city.locale],
        JSON.stringify(steps.map(step => LadderStep.parse(step))),
        draws.pick([600, 900, 1_200]),
        1,
        new Date(at),
        new Date(at),
      ]
    }
    for (const organization of world.organizations) {
      const draws = world.random.fork('ladder', organization.id)
      if (organization.kind === 'care_provider') yield row(dayAndNight, organization, null, draws)
      else if (organization.kind === 'household' && organization.status === 'active' && draws.chance(0.06))
        yield row(familyFirst, organization, null, draws)
    }
    for (const person of withOwnLadder(world))
      yield row(neighbourFirst, person.organization, person, world.random.fork('ladder', person.id))
  },
)
