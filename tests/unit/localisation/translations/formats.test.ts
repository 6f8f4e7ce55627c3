import { DOMParser } from '@xmldom/xmldom'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Language, languages } from '#contract/kit/language.ts'
import type { InterfaceText, TextStatus } from '#contract/localisation/interface-texts.ts'
import { type Forms, requiredForms, splitCodes } from '#contract/localisation/text-forms.ts'
import {
  type ReadTexts,
  stateOf,
  writableNote,
} from '#server/modules/localisation/translations/formats/format.ts'
import { pluralForms, readPo, writePo } from '#server/modules/localisation/translations/formats/po.ts'
import { readXliff } from '#server/modules/localisation/translations/formats/xliff-read.ts'
import { writeXliff } from '#server/modules/localisation/translations/formats/xliff-write.ts'

const xliff = (texts: readonly InterfaceText[], language: Language) =>
  [...writeXliff({ language, texts })].join('')

const textOf = (values: Partial<InterfaceText>): InterfaceText => ({
  id: 'es:common:retry',
  language: 'es',
  namespace: 'common',
  key: 'retry',
  is_protected: false,
  columns: null,
  source: { text: 'Try again' },
  bundled: null,
  published: null,
  forms: { text: 'Reintentar' },
  status: 'bundled',
  is_outdated: false,
  findings: [],
  description: null,
  author: null,
  proposal: null,
  version: 0,
  updated_at: null,
  ...values,
})

/** Any text that the API accepts: Unicode with every control character but U+0000, placeholders and tags, in any order. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        '{{name}}',
        '{{count, number}}',
        '<0>',
        '</0>',
        '<b>',
        '</b>',
        '<br/>',
        '{{',
        '}}',
        '<',
      ),
      fc.constantFrom(
        '\r\n',
        '\t',
        '\u0001',
        '\u001f',
        '\u0085',
        '\u2028',
        '\uFFFE',
        ']]>',
        '&amp;',
        '\\n',
        '"',
      ),
    ),
    { maxLength: 8 },
  )
  .map(parts => parts.join('').replaceAll('\0', ''))
  .filter(text => text.isWellFormed())

const anyStatus = fc.constantFrom<TextStatus>('bundled', 'draft', 'review', 'published', 'rolled_back')
const anyKey = fc.constantFrom('retry', 'a.b', 'reason_other', 'This is “a” key & more', '日本語')

/** Any text of any language in any state, with any of the forms that it needs. */
const anyInterfaceText = fc
  .record({
    language: fc.constantFrom(...languages),
    key: anyKey,
    isPlural: fc.boolean(),
    status: anyStatus,
    description: fc.option(anyText.map(text => text.trim()).filter(Boolean)),
    columns: fc.option(fc.constant(40)),
    texts: fc.array(fc.option(anyText), { minLength: 12, maxLength: 12 }),
  })
  .map(({ language, key, isPlural, texts, ...values }) => {
    const source: Forms = isPlural
      ? { one: texts[0] || 'one', other: texts[1] || 'other' }
      : { text: texts[0] || 'text' }
    const names = requiredForms(language, source)
    const forms = Object.fromEntries(
      names.flatMap((form, index) => (texts[index + 2] == null ? [] : [[form, texts[index + 2] as string]])),
    )
    return textOf({ ...values, language, key, source, forms, id: `${language}:common:${key}` })
  })

const only = (texts: ReadTexts) => {
  expect(texts.size).toBe(1)
  return [...texts.values()][0]
}
const withoutEmpty = (forms: Forms) => Object.fromEntries(Object.entries(forms).filter(([, text]) => text))

describe('XLIFF', () => {
  test('keeps every text, state and description', () => {
    fc.assert(
      fc.property(anyInterfaceText, text => {
        const read = readXliff(xliff([text], text.language), text.language)
        expect([...read.keys()]).toEqual([`common:${text.key}`])
        const found = only(read)
        expect(found?.refusal).toBeUndefined()
        expect(found?.forms).toEqual(text.forms)
        const isWhole = requiredForms(text.language, text.source).every(
          form => text.forms[form] !== undefined,
        )
        expect(found?.state).toBe(isWhole ? stateOf(text) : 'initial')
        const note = text.description === null ? '' : writableNote(text.description)
        expect(writableNote(found?.description ?? '')).toBe(note)
      }),
      { numRuns: 500 },
    )
  })

  test('has placeholders and tags as inline codes with the same ids in source and translation', () => {
    const file = xliff(
      [
        textOf({
          source: { text: 'Hello <0>{{name}}</0>, {{count}} new' },
          forms: { text: '{{count}} nuevos, <0>{{name}}</0>' },
        }),
      ],
      'es',
    )
    expect(file).toContain(
      '<source>Hello <sc id="1" dataRef="d1"/><ph id="2" dataRef="d2" equiv="{{name}}"/><ec startRef="1" dataRef="d3"/>, <ph id="3" dataRef="d4" equiv="{{count}}"/> new</source>',
    )
    expect(file).toContain(
      '<target><ph id="3" dataRef="d4" equiv="{{count}}"/> nuevos, <sc id="1" dataRef="d1"/><ph id="2" dataRef="d2" equiv="{{name}}"/><ec startRef="1" dataRef="d3"/></target>',
    )
    expect(file).toContain('<data id="d1">&lt;0&gt;</data>')
  })

  test('names restrictions and groups plural forms', () => {
    const source = { one: '{{count}} alert', other: '{{count}} alerts' }
    const file = xliff([textOf({ source, forms: { one: 'Una' }, columns: 40, status: 'draft' })], 'es')
    const document = new DOMParser().parseFromString(file, 'text/xml')
    const units = Array.from(document.getElementsByTagName('unit')).map(unit => unit.getAttribute('name'))
    expect(units).toEqual(['retry_one', 'retry_many', 'retry_other'])
    expect(file).toContain('<group id="retry" name="retry" type="voicedeck:plural">')
    expect(file).toContain(
      '<note category="restriction">Protected: an emergency or safety text. At most 40 columns',
    )
  })

  const unit = (inner: string, attributes = 'id="retry"') =>
    `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en-US" trgLang="es">
<file id="common">
<unit ${attributes}>${inner}</unit>
</file></xliff>`

  test('of other tools is read: marks, pairs, several segments, another language region', () => {
    const read = readXliff(
      unit(`<originalData><data id="a">&lt;0&gt;</data><data id="b">&lt;/0&gt;</data></originalData>
        <segment state="reviewed"><source>Try </source><target>Inténtelo <!-- soon --></target></segment>
        <ignorable><source> </source></ignorable>
        <segment state="translated"><source>again</source><target><pc id="1" dataRefStart="a" dataRefEnd="b">de
 <mrk id="m" type="term">nuevo</mrk></pc><![CDATA[ & ]]></target></segment>`),
      'es',
    )
    expect(only(read)).toMatchObject({
      forms: { text: 'Inténtelo  <0>de\n nuevo</0> & ' },
      state: 'translated',
      line: 3,
    })
  })

  test.each([
    ['<segment state="done"><source>a</source></segment>', 'Unknown state “done”'],
    ['<segment state="final"><source>a</source></segment>', 'in state “final” has no <target>'],
    ['<segment><target>a</target></segment>', 'has no <source>'],
    ['', 'has no segment'],
    [
      '<segment><source>a</source><target><ph id="1" dataRef="x"/></target></segment>',
      'no original data “x”',
    ],
    [
      '<segment><source>a</source><target><script>x</script></target></segment>',
      '<script> can’t be in a text',
    ],
    ['<segment><source>a</source><target><cp hex="D800"/></target></segment>', '“D800” is not a character'],
  ])('with a broken unit names it: %s', (inner, reason) => {
    const { refusal, line } = only(readXliff(unit(inner), 'es')) ?? {}
    expect(refusal).toContain(reason)
    expect(refusal).toContain('Unit “retry”')
    expect(line).toBe(3)
  })

  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${unit('')}`
  test.each([
    ['entities', bomb, 'document types and entities are not allowed'],
    ['external entities', bomb.replace('"aaaa"', 'SYSTEM "file:///etc/passwd"'), 'are not allowed'],
    ['an undeclared entity', unit('<segment><source>&x;</source></segment>'), 'entity'],
    ['an end that is missing', unit('<segment>'), 'isn’t valid XLIFF'],
    ['another format', '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"/>', 'XLIFF 2.0'],
    ['another version', unit('').replace('2.1', '3.0'), 'line 1: version 3.0'],
    [
      'another target language',
      unit('').replace('trgLang="es"', 'trgLang="fr"'),
      'line 1: trgLang must be “es”',
    ],
    ['another source language', unit('').replace('en-US', 'de'), 'srcLang must be “en”'],
    ['a unit without id', unit('', ''), 'line 3: the unit has no id'],
    ['an id that is not unique', unit('</unit><unit id="retry">'), 'line 3: the id “retry” is not unique'],
    ['no file', unit('').replace(/<file[\s\S]*<\/file>/, ''), 'there is no <file>'],
    ['nothing', '', 'isn’t valid XLIFF'],
  ])('with %s is refused', (_name, content, reason) => {
    expect(() => readXliff(content, 'es')).toThrow(reason)
  })

  test('that is nested without end is refused', () => {
    const deep = `<mrk id="1">`.repeat(20_000) + '</mrk>'.repeat(20_000)
    const read = readXliff(unit(`<segment><source>a</source><target>${deep}</target></segment>`), 'es')
    expect(only(read)?.refusal).toContain('nested too deeply')
    const groups = '<group id="g">'.repeat(50) + '</group>'.repeat(50)
    expect(() => readXliff(unit('').replace('<unit id="retry"></unit>', groups), 'es')).toThrow(
      'nested too deeply',
    )
  })
})

describe('gettext', () => {
  test('keeps every text, draft and description; an empty form is a missing one', () => {
    fc.assert(
      fc.property(anyInterfaceText, text => {
        const read = readPo(writePo({ language: text.language, texts: [text] }), text.language)
        expect([...read.keys()]).toEqual([`common:${text.key}`])
        const found = only(read)
        expect(found?.refusal).toBeUndefined()
        expect(found?.forms).toEqual(withoutEmpty(text.forms))
        const hasText = Object.keys(withoutEmpty(text.forms)).length > 0
        if (hasText) expect(found?.state).toBe(stateOf(text) === 'initial' ? 'initial' : 'translated')
        const note = text.description === null ? '' : writableNote(text.description)
        expect(writableNote(found?.description ?? '')).toBe(note)
      }),
      { numRuns: 500 },
    )
  })

  test.each(languages)('has the plural forms of %s in the order of its expression', language => {
    const [, expression = ''] = /plural=(.*);$/.exec(pluralForms[language]) ?? []
    const indexOf = new Function('n', `return Number(${expression})`) as (n: number) => number
    const rules = new Intl.PluralRules(language)
    const names = requiredForms(language, { other: '' })
    for (const n of [...Array(1_200).keys(), 1_000_000, 2_000_000, 1_000_001])
      expect(names[indexOf(n)], String(n)).toBe(rules.select(n))
  })

  test.each(['constructor', 'toString', '__proto__', 'valueOf'])('keeps the text “%s”', name => {
    const text = textOf({ language: 'es', source: { text: name }, forms: { text: name } })
    expect(only(readPo(writePo({ language: 'es', texts: [text] }), 'es'))).toMatchObject({
      source: { text: name },
      forms: { text: name },
    })
  })

  test('names the line and the entry, also of wrapped ones', () => {
    const file = `msgid ""
msgstr "Language: es\\n"

msgctxt ""
"common:"
"retry"
msgid "Try again"
msgstr "Otra vez"

#, fuzzy
msgctxt "common:undo"
msgid "Undo"
msgstr "Deshacer"
`
    expect(Object.fromEntries(readPo(file, 'es'))).toMatchObject({
      'common:retry': { forms: { text: 'Otra vez' }, state: 'translated', line: 4 },
      'common:undo': { forms: { text: 'Deshacer' }, state: 'initial', line: 11 },
    })
  })

  test.each([
    ['of another language', 'msgid ""\nmsgstr "Language: fr\\n"', 'its language is “fr”, not “es”'],
    ['with other plurals', 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=n!=1;\\n"', 'nplurals=3'],
    ['that is broken', 'msgid "a"\nmsgstr "b\n\nrubbish', 'isn’t valid gettext'],
  ])('%s is refused', (_name, content, reason) => {
    expect(() => readPo(content, 'es')).toThrow(reason)
  })
})

describe('a split text', () => {
  test('is the text again when joined', () => {
    fc.assert(
      fc.property(anyText, text => {
        expect(
          splitCodes(text)
            .map(part => part.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})
