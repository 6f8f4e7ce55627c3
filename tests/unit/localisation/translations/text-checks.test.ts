import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { languages } from '#contract/kit/language.ts'
import { checkText } from '#contract/localisation/checks/check-text.ts'
import { levelOf } from '#contract/localisation/checks/checks.ts'
import { isPatternText, protectedColumns } from '#contract/localisation/protected-texts.ts'
import {
  columnsOf,
  type Forms,
  maxComfortableColumns,
  requiredForms,
} from '#contract/localisation/text-forms.ts'
import { bundledTexts, splitTextKey } from '#server/modules/localisation/translations/bundled.ts'

const greeting = { text: 'Hello {{name}}' }
const rulesOf = (source: Forms, forms: Forms, { language = 'es', columns = null as number | null } = {}) =>
  checkText({ language, source, forms, columns }).map(({ check, form, subject }) => [check, form, subject])

/** What blocks publication. */
const errorsIn = (language: string, source: Forms, forms: Forms, columns: number | null = null) =>
  checkText({ language, source, forms, columns }).filter(
    ({ check }) => levelOf(check, language, { all: {}, languages: {} }) === 'error',
  )

// biome-ignore format: a table is read by its columns
const faulty: [what: string, source: string, text: string, rule: string, subject: string][] = [
  ['nothing',                      'Save',              '  ',                        'empty',               ''],
  ['a placeholder that is gone',   'Hello {{name}}',    'Hola',                      'placeholder_missing', '{{name}}'],
  ['a placeholder misspelt',       'Hello {{name}}',    'Hola {{name}} {{nombre}}',  'placeholder_unknown', '{{nombre}}'],
  ['a format that is gone',        '{{sum, number}}',   '{{sum}} {{sum, number}}',   'placeholder_unknown', '{{sum}}'],
  ['a placeholder left open',      'Hello {{name}}',    'Hola {{name}} {{',          'placeholder_broken',  ''],
  ['a placeholder half closed',    'Hello {{name}}',    'Hola {{name}} {{x}',        'placeholder_broken',  ''],
  ['a reference to another text',  'Save',              'Ahora $t(common:save)',     'nesting',             '$t('],
  ['a tag that is gone',           'A <link>b</link>',  'A <link>b',                 'tag_missing',         '</link>'],
  ['a tag of its own',             'Save',              'Ahora <b>',                 'tag_unknown',         '<b>'],
  ['tags in disorder',             '<a>b</a>',          '</a>b<a>',                  'tag_order',           '</a>'],
  ['a script',                     'Save',              '<script>alert(1)</script>', 'tag_unknown',         '<script>'],
  ['a script with attributes',     'Save',              'x <script src="//a">',      'markup',              '<script src="//a">'],
  ['a picture that runs a script', 'Save',              'x <img src=x onerror=a>',   'markup',              '<img src=x onerror=a>'],
  ['a comment',                    'Save',              'Ahora <!-- x -->',          'markup',              '<!-- x -->'],
  ['an override of direction',     'Save',              'Ahora\u202E',               'bidi',                'U+202E'],
  ['an isolate',                   'Save',              'Ahora\u2067',               'bidi',                'U+2067'],
  ['a mark of direction',          'Save',              'Ahora\u200F',               'bidi',                'U+200F'],
  ['an invisible character',       'Save',              'Aho\u200Bra',               'invisible',           'U+200B'],
  ['a bell',                       'Save',              'Ahora\u0007',               'control',             'U+0007'],
  ['half a character',             'Save',              'Ahora\uD83D',               'control',             'U+D83D'],
  ['a space before',               'Save',              ' Ahora',                    'space_start',         ''],
  ['no space after',               'Save ',             'Ahora',                     'space_end',           ''],
  ['far too much',                 'Save',              'Guardar ahora mismo lo que hay', 'long',           '29'],
]

describe('a text', () => {
  for (const [what, source, text, rule, subject] of faulty)
    test(`with ${what} is invalid`, () => {
      expect(rulesOf({ text: source }, { text })).toContainEqual([rule, 'text', subject])
    })

  test('with the placeholders and tags of its source, in any order, is not', () => {
    expect(rulesOf({ text: '{{a}} <x>{{b}}</x>' }, { text: '<x>{{ b }}</x> de {{a}}' })).toEqual([])
    expect(rulesOf({ text: 'a < b' }, { text: 'b > a, 1 < 2' })).toEqual([])
    expect(rulesOf({ text: 'One\ntwo' }, { text: 'Uno\ndos' })).toEqual([])
  })

  test('that is merely long can be published', () => {
    const forms = { text: `H${'a'.repeat(80)} {{name}}` }
    expect(rulesOf(greeting, forms)).toEqual([['long', 'text', '39']])
    expect(errorsIn('es', greeting, forms)).toEqual([])
  })

  test('with a width limit is refused beyond it, measured in columns', () => {
    expect(
      rulesOf({ text: 'Call' }, { text: '電'.repeat(20) }, { language: 'ja', columns: 40 }),
    ).not.toContainEqual(expect.arrayContaining(['too_long']))
    expect(rulesOf({ text: 'Call' }, { text: '電'.repeat(21) }, { language: 'ja', columns: 40 })).toEqual([
      ['too_long', 'text', '40'],
    ])
    expect(columnsOf('Ça{{name}}<b>d</b>')).toBe(2 + 8 + 1)
    expect(maxComfortableColumns('x'.repeat(100), 'ar')).toBe(130)
    expect(maxComfortableColumns('x'.repeat(100), 'de')).toBe(169)
  })
})

describe('a plural text', () => {
  const source = { one: '{{count}} day', other: '{{count}} days' }

  test('needs the forms of its language', () => {
    expect(requiredForms('ja', source)).toEqual(['other'])
    expect(requiredForms('ar', source)).toEqual(['zero', 'one', 'two', 'few', 'many', 'other'])
    expect(rulesOf(source, { one: 'un día', other: '{{count}} días' })).toEqual([
      ['form_missing', 'many', 'many'],
    ])
    expect(rulesOf(source, { one: '{{count}}日', other: '{{count}}日' }, { language: 'ja' })).toEqual([
      ['form_unknown', 'one', 'one'],
    ])
  })

  test('may omit the number in the form for one, but not in forms for several numbers', () => {
    expect(rulesOf(source, { one: 'un día', many: '{{count}} días', other: 'días' })).toEqual([
      ['placeholder_missing', 'other', '{{count}}'],
    ])
  })
})

describe('any input', () => {
  test('that passes has no control characters, adds no markup and keeps its placeholders', {
    timeout: 30_000,
  }, () => {
    const bits = fc.constantFrom(
      '{{name}}',
      '{{',
      '}}',
      '<b>',
      '<script>',
      '\u202E',
      '\u2066',
      ' ',
      'Hola',
      '<',
      '/>',
      '$t(x)',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(bits, fc.string({ unit: 'binary' }))), parts => {
        const text = parts.join('')
        if (errorsIn('es', greeting, { text }).length > 0) return
        expect(text).toMatch(/\{\{\s*name\s*\}\}/)
        expect(text).not.toMatch(/<[a-z/!?]|[\u202A-\u202E\u2066-\u2069\u200E\u200F]|\$t\(/iu)
        expect(text.trim()).toBe(text)
      }),
    )
  })
})

describe('the bundled texts', () => {
  const { en, ...others } = bundledTexts()

  for (const language of languages)
    test(`pass every check in ${language}`, () => {
      const texts = bundledTexts()[language]
      const broken = [...texts].flatMap(([id, forms]) => {
        const { namespace, key } = splitTextKey(id)
        const source = en.get(id) ?? {}
        const columns = protectedColumns(namespace, key)
        const isPattern = isPatternText(namespace, key)
        return checkText({ language, source, forms, columns, isPattern })
          .filter(({ check }) => levelOf(check, language, { all: {}, languages: {} }) !== 'off')
          .map(finding => ({ id, ...finding }))
      })
      expect(texts.size).toBeGreaterThan(1_000)
      expect(broken).toEqual([])
    })

  test('are the same in every language', () => {
    for (const texts of Object.values(others)) expect([...texts.keys()].sort()).toEqual([...en.keys()].sort())
  })

  test('that are protected are many, and all concern emergencies or safety', () => {
    expect(
      [...en.keys()].filter(id => protectedColumns(splitTextKey(id).namespace, splitTextKey(id).key) !== null)
        .length,
    ).toBeGreaterThan(250)
    expect(protectedColumns('messages', 'alarm.needsHelp')).not.toBeNull()
    expect(protectedColumns('common', 'retry')).toBeNull()
    expect(protectedColumns('emergency', 'actions.acknowledge')).toBe(40)
  })
})
