import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { languages } from '#contract/kit/language.ts'
import {
  findPhrase,
  localizeProblem,
  localizeSentence,
  preferredLanguage,
} from '#server/kit/refusal-texts.ts'

const root = new URL('../../../../', import.meta.url)

/** What is told to programs and to those who set up an installation: they read the API's own English. */
const toPrograms = [
  /signature|API key lacks|^API keys can’t|boundary|HTTP|header|took too long to arrive|cursor of an initial snapshot/,
  /carer_id|other origins|URL of this installation|by a device that somebody wears|client closed the connection/,
  /^(Twilio|Stripe|Sortable fields|Must (be JSON|be a route of|hold no NUL|be base64url|be a user_id|be an IANA)|At most)/,
  /^(Send exactly one proof|A text must be well-formed|The database is not responding$)/,
  /accepts WebSocket|^Must not be (in the future|before (X|started_at))$|^Must be absent while/,
  /keeps no sessions|the one that was confirmed|does not support dry runs/,
  /hidden from your role$|^This X|^The X|^X does not exist$/,
]

/** SCIM, whose errors only identity providers read. */
const spokenByPrograms = 'server/modules/people/scim/'

/** The sentences by which code refuses: what it hands to a problem, with X for what is filled in. */
function* refusalsIn(code: string) {
  const calls = /\b(?:Problem|invalid|notFound|signedOut|wrong|mustBe|refine)\(((?:[^()]|\([^()]*\))*)\)/g
  const quotes = /'((?:\\.|[^'\\\n])*)'|`((?:\\.|[^`\\])*)`/g
  for (const [call, given = ''] of code.matchAll(calls))
    for (const [, plain, template] of given.matchAll(quotes)) {
      const text = (plain ?? template ?? '').replace(/\$\{[^}]*\}/g, 'X')
      if (!/^\S+ \S/.test(text)) continue
      yield call.startsWith('notFound') ? `${text} does not exist` : text
    }
}

test('every refusal has a text in every language', () => {
  const files = ['server/modules', 'server/kit', 'contract'].flatMap(folder =>
    readdirSync(new URL(`${folder}/`, root), { recursive: true }).map(path => `${folder}/${path}`),
  )
  const said = files
    .filter(path => path.endsWith('.ts') && !path.startsWith(spokenByPrograms))
    .flatMap(path => [...refusalsIn(readFileSync(new URL(path, root), 'utf8'))])
  const unknown = said.filter(text => !toPrograms.some(known => known.test(text)) && !findPhrase(text))
  expect(said.length).toBeGreaterThan(120)
  expect([...new Set(unknown)]).toEqual([])
})

test('a refusal is translated into the requested language, with its values', () => {
  const told = (language: string, detail: string) => localizeSentence(preferredLanguage(language), detail)
  const detail = 'Your Starter plan includes 3 devices, all in use. Upgrade to add more.'
  expect(told('de', detail)).toBe(
    'Der Tarif Starter umfasst 3 Geräte, alle vergeben. Wählen Sie einen größeren Tarif, um mehr hinzuzufügen.',
  )
  expect(told('es', 'This invitation is already revoked')).toBe('Esta invitación ya está revocada')
  expect(told('ar', 'Nobody has thought of this')).toBe('Nobody has thought of this')
  expect(told('*', detail)).toBe(detail)
  expect(['fr-CA,fr;q=0.9', 'xx, ja', 'en-XA', undefined].map(preferredLanguage)).toEqual([
    'fr',
    'ja',
    'en',
    'en',
  ])
})

test('a refused field is named and translated by its code, and nothing else of the problem changes', () => {
  const problem = {
    type: 'about:blank',
    title: 'Unprocessable Entity',
    status: 422,
    detail: 'time_zone: Must be an IANA time zone',
    errors: [
      {
        pointer: '#/time_zone',
        in: 'body' as const,
        detail: 'Must be an IANA time zone',
        code: 'timeZone' as const,
      },
    ],
  }
  const { detail, errors, ...rest } = localizeProblem('fr', problem)
  expect(detail).toMatch(/^Fuseau horaire: /)
  expect(errors?.[0]?.detail).not.toBe('Must be an IANA time zone')
  expect(rest).toEqual({ type: 'about:blank', title: 'Unprocessable Entity', status: 422 })
  for (const language of languages)
    expect(localizeProblem(language, problem).errors?.[0]?.code).toBe('timeZone')
})

test('English names the field as well, and rewords what a schema reports to programs', () => {
  const told = (field: string, said: string, code?: 'short') => {
    const errors = [
      {
        pointer: `#/${field}`,
        in: 'body' as const,
        detail: said,
        ...(code && { code, values: { count: 3 } }),
      },
    ]
    const about = { type: 'about:blank', title: 'Unprocessable Entity', status: 422 }
    return localizeProblem('en', { ...about, detail: `${field}: ${said}`, errors }).detail
  }
  expect(told('time_zone', 'Must be an IANA time zone')).toBe('Time zone: Must be an IANA time zone')
  expect(told('username', 'Too small: expected string to have >=3 characters', 'short')).toBe(
    'Username: Must be at least 3 characters long',
  )
})
