import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkText, withSafeFixes } from '#contract/localisation/checks/check-text.ts'
import {
  applyFix,
  checkRules,
  levelOf,
  type TextCheck,
  textChecks,
} from '#contract/localisation/checks/checks.ts'
import { checkConsistency } from '#contract/localisation/checks/consistency.ts'
import { type Forms, formNames } from '#contract/localisation/text-forms.ts'

const languages = ['es', 'fr', 'de', 'ja', 'ar'] as const
type Language = (typeof languages)[number]

const findingsOf = (language: string, source: Forms, forms: Forms) => {
  const find = (forms: Forms) => checkText({ language, source, forms, columns: null })
  return withSafeFixes(forms, find(forms), find)
}
const findIn = (language: string, source: string, text: string) =>
  findingsOf(language, { text: source }, { text })

interface Example {
  check: TextCheck
  language: Language
  source: string
  wrong: string
  /** What is marked. */
  marked: string
  /** The text after the fix; without one, it is not offered. */
  fixed?: string
}

// biome-ignore format: a table is read by its columns
const examples: Example[] = [
  { check: 'end_stop', language: 'es', source: 'Saved now.', wrong: 'Guardado ya', marked: '', fixed: 'Guardado ya.' },
  { check: 'end_stop', language: 'de', source: 'Saved now', wrong: 'Jetzt gesichert.', marked: '.', fixed: 'Jetzt gesichert' },
  { check: 'end_stop', language: 'ja', source: 'It is saved.', wrong: '保存しました', marked: '', fixed: '保存しました。' },
  { check: 'end_stop', language: 'ar', source: 'It is saved.', wrong: 'تم الحفظ', marked: '', fixed: 'تم الحفظ.' },
  { check: 'end_question', language: 'fr', source: 'Save it?', wrong: 'Enregistrer', marked: '', fixed: 'Enregistrer\u202f?' },
  { check: 'end_question', language: 'ar', source: 'Save it?', wrong: 'هل تحفظ', marked: '', fixed: 'هل تحفظ؟' },
  { check: 'end_question', language: 'ja', source: 'Save it?', wrong: '保存しますか', marked: '', fixed: '保存しますか？' },
  { check: 'end_exclamation', language: 'de', source: 'Saved', wrong: 'Gesichert!', marked: '!', fixed: 'Gesichert' },
  { check: 'end_colon', language: 'fr', source: 'Saved:', wrong: 'Enregistré', marked: '', fixed: 'Enregistré\u00a0:' },
  { check: 'end_semicolon', language: 'ar', source: 'Saved;', wrong: 'محفوظ', marked: '', fixed: 'محفوظ؛' },
  { check: 'end_ellipsis', language: 'es', source: 'Saving…', wrong: 'Guardando', marked: '', fixed: 'Guardando…' },
  { check: 'dots', language: 'de', source: 'Saving … now', wrong: 'Sichern ... jetzt', marked: '...', fixed: 'Sichern … jetzt' },
  { check: 'local_marks', language: 'ja', source: 'Yes, save it', wrong: 'はい,保存', marked: ',', fixed: 'はい、保存' },
  { check: 'local_marks', language: 'ar', source: 'Yes, save it', wrong: 'نعم, احفظ', marked: ',', fixed: 'نعم، احفظ' },
  { check: 'opening_marks', language: 'es', source: 'Save it?', wrong: 'Guardar?', marked: '?', fixed: '¿Guardar?' },
  { check: 'opening_marks', language: 'es', source: 'It is open. Save it?', wrong: 'Está abierto. Guardar?', marked: '?', fixed: 'Está abierto. ¿Guardar?' },
  { check: 'mark_spacing', language: 'fr', source: 'Save it?', wrong: 'Enregistrer ?', marked: '?', fixed: 'Enregistrer\u202f?' },
  { check: 'mark_spacing', language: 'fr', source: 'Names: all', wrong: 'Noms: tous', marked: ':', fixed: 'Noms\u00a0: tous' },
  { check: 'brackets_unbalanced', language: 'es', source: 'Save (all)', wrong: 'Guardar (todo', marked: '(' },
  { check: 'brackets_unbalanced', language: 'ja', source: 'Save (all)', wrong: '保存（全部', marked: '（' },
  { check: 'brackets_differ', language: 'es', source: 'Save (all)', wrong: 'Guardar todo', marked: '' },
  { check: 'quotes_unbalanced', language: 'de', source: 'The “name” is taken', wrong: 'Der „Name ist vergeben', marked: '„' },
  { check: 'quotes_differ', language: 'de', source: 'The “name” is taken', wrong: 'Der Name ist vergeben', marked: '' },
  { check: 'unchanged', language: 'de', source: 'Save all texts', wrong: 'Save all texts', marked: 'Save all texts' },
  { check: 'untranslated_part', language: 'fr', source: 'Wait until the server has stopped', wrong: 'Attendez until the server has stopped', marked: 'until the server has stopped' },
  { check: 'untranslated_part', language: 'ja', source: 'Wait until the server stops', wrong: '待つ until the server', marked: 'until the server' },
  { check: 'numbers', language: 'es', source: 'Up to 30 days', wrong: 'Hasta 20 días', marked: '20', fixed: 'Hasta 30 días' },
  { check: 'numbers', language: 'ar', source: 'Up to 30 days', wrong: 'حتى شهر', marked: '' },
  { check: 'urls', language: 'fr', source: 'See https://example.org/a.', wrong: 'Voir https://example.org/b.', marked: 'https://example.org/b', fixed: 'Voir https://example.org/a.' },
  { check: 'emails', language: 'de', source: 'Write to ann@voicedeck.org', wrong: 'An anna@voicedeck.org schreiben', marked: 'anna@voicedeck.org', fixed: 'An ann@voicedeck.org schreiben' },
  { check: 'names', language: 'es', source: 'Open Voicedeck', wrong: 'Abrir el programa', marked: '' },
  { check: 'repeated_word', language: 'es', source: 'Save the text', wrong: 'Guardar el el texto', marked: 'el el', fixed: 'Guardar el texto' },
  { check: 'repeated_word', language: 'ar', source: 'Save the text', wrong: 'حفظ النص النص', marked: 'النص النص', fixed: 'حفظ النص' },
  { check: 'capital_start', language: 'fr', source: 'Save the text', wrong: 'enregistrer le texte', marked: 'e', fixed: 'Enregistrer le texte' },
  { check: 'capital_start', language: 'es', source: 'save the text', wrong: 'Guardar el texto', marked: 'G', fixed: 'guardar el texto' },
  { check: 'capitals', language: 'de', source: 'Save the text', wrong: 'TExte sichern', marked: 'TExte', fixed: 'Texte sichern' },
  { check: 'plural_brackets', language: 'es', source: 'Save the texts', wrong: 'Guardar texto(s)', marked: 'texto(s)' },
  { check: 'kashida', language: 'ar', source: 'Save', wrong: 'حفـــظ', marked: 'ـــ', fixed: 'حفظ' },
  { check: 'mixed_scripts', language: 'es', source: 'Save', wrong: 'Guаrdar', marked: 'Guаrdar' },
  { check: 'mixed_scripts', language: 'ar', source: 'Save', wrong: 'حفaظ', marked: 'حفaظ' },
  { check: 'symbols', language: 'fr', source: 'At most 20%', wrong: 'Au plus 20', marked: '' },
  { check: 'symbols', language: 'de', source: 'Costs {{sum}}', wrong: 'Kostet {{sum}} €', marked: '€' },
  { check: 'double_space', language: 'de', source: 'Save all', wrong: 'Alles  sichern', marked: '  ', fixed: 'Alles sichern' },
  { check: 'line_breaks', language: 'es', source: 'Save\nall', wrong: 'Guardar todo', marked: '' },
  { check: 'space_end', language: 'es', source: 'Save', wrong: 'Guardar ', marked: ' ', fixed: 'Guardar' },
  { check: 'space_start', language: 'ja', source: ' Save', wrong: '保存', marked: '', fixed: ' 保存' },
  { check: 'invisible', language: 'ja', source: 'Save', wrong: '保\u200B存', marked: '\u200B', fixed: '保存' },
  { check: 'bidi', language: 'ar', source: 'Save', wrong: 'حفظ\u202E', marked: '\u202E', fixed: 'حفظ' },
  { check: 'placeholder_unknown', language: 'fr', source: 'Hello {{name}}', wrong: 'Bonjour {{nom}}', marked: '{{nom}}', fixed: 'Bonjour {{name}}' },
  { check: 'placeholder_missing', language: 'de', source: 'Hello {{name}}', wrong: 'Hallo', marked: '', fixed: 'Hallo {{name}}' },
  { check: 'placeholder_foreign', language: 'es', source: 'Hello', wrong: 'Hola %s', marked: '%s' },
  { check: 'placeholder_foreign', language: 'ja', source: 'Items', wrong: '{count, plural, other {件}}', marked: '{count, plural, other {件}}' },
  { check: 'tag_unknown', language: 'es', source: 'Save', wrong: 'Guardar <b>', marked: '<b>', fixed: 'Guardar ' },
  { check: 'markup', language: 'fr', source: 'Save', wrong: 'Sauver <a href="x">', marked: '<a href="x">' },
]

describe('a wrong translation', () => {
  for (const { check, language, source, wrong, marked, fixed } of examples)
    test(`is reported by ${check} in ${language}: ${JSON.stringify(wrong)}`, () => {
      const found = findIn(language, source, wrong).find(finding => finding.check === check)
      expect(found).toBeDefined()
      expect(wrong.slice(found?.start, found?.end)).toBe(marked)
      if (fixed === undefined || found?.fix === undefined) expect(found?.fix).toBe(undefined)
      else expect(applyFix(wrong, found.fix)).toBe(fixed)
    })
})

// biome-ignore format: a table is read by its columns
const right: [language: Language, source: string, text: string][] = [
  ['es', 'Press ? for shortcuts.',            'Pulse ? para ver los atajos.'],
  ['es', 'Added successfully!',               'Añadido correctamente'],
  ['es', 'Open “{{name}}”?',                  '¿Abrir «{{name}}»?'],
  ['es', 'From 10 to 86,400',                 'De 10 a 86\u00a0400'],
  ['fr', 'Your session ends at 12:30',        'Votre session se termine à 12:30'],
  ['fr', 'Format HH:MM',                      'Format HH:MM'],
  ['fr', 'Do you mean “{{name}}”?',           'Voulez-vous dire «\u00a0{{name}}\u00a0»\u202f?'],
  ['fr', 'We see each other',                 'Nous nous voyons'],
  ['de', 'alerts of today',                   'Alarme von heute'],
  ['de', 'Status',                            'Status'],
  ['de', '95% of all calls',                  '95 von 100 Anrufen'],
  ['de', '1,234.5 points',                    '1.234,5 Punkte'],
  ['ja', 'Save the text',                     '文章を保存します。'],
  ['ja', 'Safety lead.',                      '安全責任者'],
  ['ja', 'Between 1970 and 9999',             '1970年から9999年まで'],
  ['ja', 'Uses Standard Webhooks',            'Standard Webhooks を使用'],
  ['ar', '30 days (at most)',                 '٣٠ يومًا (على الأكثر)'],
  ['ar', 'Next 30 days',                      'الـ30 يومًا القادمة'],
  ['ar', 'Save as CSV, or send it?',          'هل تحفظ بصيغة CSV، أم ترسل؟'],
]

describe('a right translation', () => {
  for (const [language, source, text] of right)
    test(`passes in ${language}: ${text}`, () => {
      const shown = findIn(language, source, text).filter(({ check }) => checkRules[check].level !== 'off')
      expect(shown).toEqual([])
    })
})

describe('plural forms', () => {
  const source = { one: '{{count}} text', other: '{{count}} texts' }

  test('that are all the same are reported, unless the noun has only one form', () => {
    const checksOf = (language: string, forms: Forms) =>
      findingsOf(language, source, forms).map(({ check }) => check)
    expect(checksOf('de', { one: '{{count}} Text', other: '{{count}} Text' })).toEqual(['same_forms'])
    expect(checksOf('de', { one: '{{count}} Schlüssel', other: '{{count}} Schlüssel' })).toEqual([])
    expect(checksOf('ja', { other: 'テキスト {{count}} 件' })).toEqual([])
  })
})

describe('a translation among others', () => {
  const source = { text: 'This conversation has ended.' }
  const forms = { text: 'La conversación terminó.' }
  const other = { id: 'es:a:b', forms: { text: 'Esta conversación ha terminado.' } }

  test('is reported where the same sentence is translated differently', () => {
    const [found] = checkConsistency(source, forms, { same_source: [other], same_translation: [] })
    expect(found).toMatchObject({ check: 'inconsistent', subject: other.forms.text })
    expect(checkConsistency(source, other.forms, { same_source: [other], same_translation: [] })).toEqual([])
    // A single word depends on what it is about.
    expect(checkConsistency({ text: 'Open' }, forms, { same_source: [other], same_translation: [] })).toEqual(
      [],
    )
  })

  test('is reported where another text has the same translation', () => {
    const same = { id: 'es:a:c', source: { text: 'It is over' } }
    const [found] = checkConsistency(source, forms, { same_source: [], same_translation: [same] })
    expect(found).toMatchObject({ check: 'reused', subject: 'It is over' })
  })
})

describe('the level of a check', () => {
  const none = { all: {}, languages: {} }

  test('is that of the language, of all languages, or the default', () => {
    expect(levelOf('numbers', 'es', none)).toBe('warning')
    const settings = { all: { numbers: 'off' }, languages: { es: { numbers: 'error' } } } as const
    expect(levelOf('numbers', 'es', settings)).toBe('error')
    expect(levelOf('numbers', 'fr', settings)).toBe('off')
  })

  test('of what protects readers cannot be lowered, and English is not compared with itself', () => {
    const all = Object.fromEntries(textChecks.map(check => [check, 'off' as const]))
    const open = textChecks.filter(check => levelOf(check, 'es', { all, languages: {} }) !== 'off')
    expect(open).toEqual(textChecks.filter(check => checkRules[check].isRequired))
    expect(levelOf('unchanged', 'en', none)).toBe('off')
    expect(levelOf('double_space', 'en', none)).toBe('warning')
  })
})

describe('any text', () => {
  const bits = fc.constantFrom(
    '{{name}}',
    '{{nom}}',
    '{{',
    '<b>',
    '</b>',
    '<',
    '(',
    ')',
    '（',
    '“',
    '«',
    '»',
    '¿',
    '?',
    '؟',
    '？',
    '...',
    '…',
    '。',
    '.',
    ' ',
    '  ',
    '\u00a0',
    '\n',
    '\n\n',
    '30',
    '٣٠',
    '1,000',
    '%',
    '€',
    'Hola',
    'hola hola',
    'until the server',
    'حفـظ',
    '保存',
    'https://a.org/b',
    'a@b.org',
    'Voicedeck',
    '\u200B',
    '\u202E',
    '\uD83D',
    '%s',
    '\u0024{x}',
    '{n, plural}',
  )
  const text = fc
    .array(fc.oneof({ weight: 3, arbitrary: bits }, fc.string({ unit: 'binary', maxLength: 8 })), {
      maxLength: 12,
    })
    .map(parts => parts.join(''))
  const poison = fc.record({ language: fc.constantFrom('en', ...languages), source: text, wrong: text })

  test('is checked without failing, with spans within it and fixes that only remove findings', {
    timeout: 60_000,
  }, () => {
    fc.assert(
      fc.property(poison, ({ language, source, wrong }) => {
        const found = findIn(language, source, wrong)
        for (const finding of found) {
          expect(finding.start).toBeGreaterThanOrEqual(0)
          expect(finding.end).toBeGreaterThanOrEqual(finding.start)
          expect(finding.end).toBeLessThanOrEqual(wrong.length)
          if (!finding.fix) continue
          const after = findIn(language, source, applyFix(wrong, finding.fix))
          const count = (list: typeof found, check: TextCheck) =>
            list.filter(one => one.check === check).length
          expect(count(after, finding.check)).toBeLessThan(count(found, finding.check))
          for (const { check } of after) expect(count(after, check)).toBeLessThanOrEqual(count(found, check))
        }
      }),
      { numRuns: 300 },
    )
  })

  test('is checked in time that grows with its length', () => {
    for (const bit of [
      '(',
      'a ',
      '{',
      '?',
      '<',
      '1,',
      'a.',
      '\u00a0',
      'hola ',
      '{{a}}',
      'https://',
      'a@',
      'A',
      '.',
    ])
      for (const language of languages) {
        const long = bit.repeat(4_000 / bit.length)
        const started = performance.now()
        checkText({ language, source: { text: long }, forms: { text: long.slice(1) }, columns: null })
        expect(performance.now() - started).toBeLessThan(1_500)
      }
  })

  test('has forms with names that are known', () => {
    for (const { form } of findingsOf('ar', { one: 'a', other: 'b' }, { text: 'x' }))
      expect(formNames).toContain(form)
  })
})
