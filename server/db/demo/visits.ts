import { serviceOrganization } from '../../kit/audit.ts'
import { DAY } from './conditions.ts'
import { filling, type Row } from './copy.ts'
import { type Random, uuidv7 } from './random.ts'
import { rhythms } from './rhythm.ts'
import { recentMoments, type World } from './world.ts'

/** Visits reach back a year, so that the funnel of 12 months has a top. */
const VISIT_DAYS = 365

const paths = {
  '/login': 46,
  '/register': 34,
  '/privacy-policy': 8,
  '/terms-of-service': 8,
  '/forgot-password': 4,
}
const pagesOfOne = { 1: 52, 2: 26, 3: 13, 4: 6, 6: 3 }

/** Who looked around one evening, page by page, ending before `end`. */
function* lookAround(
  start: number,
  end: number,
  pages: number,
  random: Random,
  last?: string,
): Generator<Row> {
  const visitor = uuidv7(start, random)
  let ts = start
  for (let page = 1; page <= pages && ts <= end; page++) {
    const path = page === pages && last ? last : random.weighted(paths)
    yield [serviceOrganization, uuidv7(ts, random), visitor, null, path, new Date(ts)]
    ts += Math.round(random.logNormal(35_000, 0.8))
  }
}

export const pageVisits = filling(
  'page_visits',
  ['organization_id', 'id', 'visitor_id', 'person_id', 'path', 'ts'],
  function* (world: World): Generator<Row> {
    const { today, now, counts, random } = world
    const from = today - VISIT_DAYS * DAY
    let made = 0
    for (const { id, createdAt } of world.organizations) {
      if (createdAt < from) continue
      const draws = random.fork('sign-up', id)
      const pages = draws.int(2, 4)
      for (const row of lookAround(
        Math.max(from, createdAt - pages * 90_000),
        createdAt,
        pages,
        draws,
        '/register',
      )) {
        made += 1
        yield row
      }
    }
    const meanPages = 1.9
    const visitors = Math.max(1, Math.round((counts['page-visits'] - made) / meanPages))
    for (const { ts, random: draws } of recentMoments(
      world,
      'visitors',
      visitors,
      rhythms.visitors,
      VISIT_DAYS,
    )) {
      yield* lookAround(ts, now, Number(draws.weighted(pagesOfOne)), draws)
    }
  },
)
