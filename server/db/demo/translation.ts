import { conditionAt } from './conditions.ts'
import { filling, type Row } from './copy.ts'
import { uuidv7 } from './random.ts'
import { rhythms } from './rhythm.ts'
import { Roster } from './roster.ts'
import { recentMoments, type World } from './world.ts'

/** The 32 languages of the translation service, the most asked for first. */
const languages =
  'en es fr de ja zh ar pt it ru ko hi tr pl nl uk vi el he th sv ro cs hu id fi da no bn fa ur ms'.split(' ')

const modeWeights = { medical: 36, negotiation: 21, authority: 17, de_escalation: 14, factory_qa: 12 }

const failureRate = { normal: 0.053, slow: 0.12, dark: 0.6, crowded: 0.07 }
/** Median time from the last spoken word to the first translated one, in milliseconds. */
const medianMs = { normal: 880, slow: 2350, dark: 2700, crowded: 1120 }

/** A session goes on for this long, in milliseconds. */
const MEDIAN_LENGTH = 4 * 60_000

export const translationSessions = filling(
  'translation_sessions',
  [
    'organization_id',
    'id',
    'person_id',
    'source_language',
    'target_language',
    'mode',
    'region',
    'status',
    'transcription_ms',
    'model_ms',
    'speech_ms',
    'latency_ms',
    'started_at',
    'ended_at',
  ],
  function* (world: World): Generator<Row> {
    const acting = new Set(['caregiver', 'family_member', 'organization_admin'])
    const roster = new Roster(world.people.filter(({ role }) => acting.has(role)))
    const total = world.counts['translation-sessions']
    for (const moment of recentMoments(world, 'translation-sessions', total, rhythms.office)) {
      const { ts, city, random } = moment
      const person = roster.pick(moment)
      if (!person) continue
      const own = random.chance(0.75) ? person.city.locale : random.pick(languages)
      const skewed = languages[Math.floor(random.next() ** 2.6 * languages.length)] as string
      const other = skewed === own ? (own === 'en' ? 'es' : 'en') : skewed
      const condition = conditionAt(ts, world.today)
      const endedAt = ts + Math.round(random.logNormal(MEDIAN_LENGTH, 0.7))
      const failed = random.chance(failureRate[condition])
      const latency = Math.round(random.logNormal(medianMs[condition], 0.28))
      const transcription = Math.round(latency * random.between(0.22, 0.32))
      const speech = Math.round(latency * random.between(0.2, 0.3))
      const id = uuidv7(ts, random)
      const mode = random.weighted(modeWeights)
      const measured = !failed || random.chance(0.5)
      const open = !failed && endedAt > world.now
      yield [
        person.organization.id,
        id,
        random.chance(0.8) ? person.id : null,
        own,
        other,
        mode,
        city.region,
        open ? 'active' : failed ? 'failed' : 'completed',
        measured ? transcription : null,
        measured ? latency - transcription - speech : null,
        measured ? speech : null,
        measured ? latency : null,
        new Date(ts),
        open ? null : new Date(failed ? Math.min(ts + latency, world.now) : endedAt),
      ]
    }
  },
)
