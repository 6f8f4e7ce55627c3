// @module-tag thorough

import { describe, expect } from 'vitest'
import { translations } from '#contract/localisation/translations.ts'
import { type Caller, test } from '#tests/fixtures/api.ts'
import spanish from '../../../../locales/es/common.json' with { type: 'json' }

const { import: read, export: write, show, save } = translations

const send = (by: Caller, content: unknown, { apply = false, format = 'json', language = 'es' } = {}) =>
  by.call(read, {
    body: {
      language,
      format,
      apply,
      content: typeof content === 'string' ? content : JSON.stringify(content),
    },
  })

describe('an export', () => {
  test('is i18next’s JSON, and importing it changes nothing', async ({ api }) => {
    const kim = await api.signedIn('translator')
    const file = await kim.call(write, { query: { language: 'es' } })
    expect(file.headers['content-disposition']).toBe('attachment; filename="voicedeck-es.json"')
    const json = JSON.parse(file.text) as { common: unknown; emergency: { banner: object } }
    expect(json.common).toEqual(spanish)
    expect(Object.keys(json.emergency.banner)).toEqual(expect.arrayContaining(['open_one', 'open_many']))
    const { reply } = await send(kim, file.text)
    expect(reply).toMatchObject({ changed: 0, refused: 0, texts: [], applied: false })
    expect(reply.unchanged).toBeGreaterThan(1_000)
  })

  test('is CSV with a line for each form, and can be imported', async ({ api }) => {
    const kim = await api.signedIn('translator')
    const file = await kim.call(write, { query: { language: 'es', format: 'csv', namespace: 'emergency' } })
    expect(file.text).toMatch(/^\uFEFFnamespace,key,form,source,text\r\n/)
    expect(file.text).toContain('emergency,banner.open,many,{{count}} open alerts,')
    const edited = file.text.replace('emergency,open,,Open,Abrir', 'emergency,open,,Open,=Abrir;1')
    expect(edited).not.toBe(file.text)
    const { reply } = await send(kim, edited, { format: 'csv' })
    expect(reply).toMatchObject({ changed: 1, refused: 0 })
    expect(reply.texts).toMatchObject([
      { id: 'es:emergency:open', verdict: 'changed', before: { text: 'Abrir' }, after: { text: '=Abrir;1' } },
    ])
  })
})

describe('an import', () => {
  test('reports what it would change, then saves that as drafts and nothing else', async ({ api }) => {
    const kim = await api.signedIn('translator')
    const file = {
      common: { retry: 'Otra vez', undo: spanish.undo, nothing: 'x', theme: { toDark: 'Tema \u202Eoscuro' } },
      emergency: { edit: 'Actualizar', banner: { open_one: '{{count}} alerta' } },
      strange: { key: 'x' },
    }
    const tried = (await send(kim, file)).reply
    expect(tried).toMatchObject({ changed: 1, unchanged: 1, refused: 5, applied: false })
    expect(Object.fromEntries(tried.texts.map(({ id, reason }) => [id, reason]))).toEqual({
      'es:common:nothing': 'No text has this key',
      'es:common:theme.toDark': 'Direction override characters aren’t allowed: U+202E',
      'es:emergency:edit': 'The placeholder {{name}} is missing.',
      'es:emergency:banner.open': 'The plural form “many” is missing.',
      'es:strange:key': 'No text has this key',
      'es:common:retry': null,
    })
    expect((await kim.call(show, { params: { id: 'es:common:retry' } })).reply.version).toBe(0)

    const done = (await send(kim, file, { apply: true })).reply
    expect(done).toMatchObject({ changed: 1, unchanged: 1, refused: 5, applied: true })
    const { reply } = await kim.call(show, { params: { id: 'es:common:retry' } })
    expect(reply).toMatchObject({ status: 'draft', forms: { text: 'Otra vez' }, author: { id: kim.id } })
    expect(reply.history.map(({ act }) => act)).toEqual(['import'])
    const logs = await api.db
      .selectFrom('activity_logs')
      .where('resource_type', '=', 'translations')
      .where('actor_id', '=', kim.id)
      .select('action')
      .execute()
    expect(logs.map(({ action }) => action).sort()).toEqual(['import', 'import_check'])
  })

  test('skips empty cells, and continues from existing drafts', async ({ api }) => {
    const kim = await api.signedIn('translator')
    await kim.call(save, {
      params: { id: 'es:common:dismiss' },
      body: { version: 0, forms: { text: 'Regresar' } },
    })
    const file = 'key;namespace;form;text\ndismiss;common;;Volver atrás\nclose;common;;\n'
    const { reply } = await send(kim, file, { format: 'csv', apply: true })
    expect(reply).toMatchObject({ changed: 1, unchanged: 0, refused: 0 })
    expect((await kim.call(show, { params: { id: 'es:common:dismiss' } })).reply).toMatchObject({
      version: 2,
      forms: { text: 'Volver atrás' },
    })
  })

  test('that is not a file of texts is refused with the reason', async ({ api }) => {
    const kim = await api.signedIn('translator')
    const refusals = [
      [await send(kim, '{"common": '), /isn’t valid JSON/],
      [await send(kim, '[1]'), /a JSON object with one object per namespace/],
      [await send(kim, 'a,b\n1,2\n', { format: 'csv' }), /no column “namespace”/],
      [await send(kim, 'namespace,key,form,text\n"a', { format: 'csv' }), /isn’t valid CSV/],
    ] as const
    for (const [{ status, problem }, reason] of refusals) {
      expect(status).toBe(422)
      expect(problem.detail).toMatch(reason)
    }
    const deep = `{"common":${'{"a":'.repeat(50_000)}"x"${'}'.repeat(50_000)}}`
    expect((await send(kim, deep)).reply).toMatchObject({ changed: 0, refused: 0 })
    const hostile = '{"__proto__":{"x":"y"},"common":{"__proto__":{"x":"y"},"retry":{"constructor":"x"}}}'
    expect((await send(kim, hostile, { apply: true })).reply).toMatchObject({ changed: 0, refused: 3 })
    expect((await send(await api.signedIn('analyst'), {})).status).toBe(403)
  })

  test('with an unknown plural form is refused', async ({ api }) => {
    const kim = await api.signedIn('translator')
    const rows = `namespace,key,form,text\ncommon,retry,dual,Otra\ncommon,undo,,${'x'.repeat(4_001)}`
    const { reply } = await send(kim, rows, { format: 'csv' })
    expect(reply.texts.map(({ reason }) => reason)).toEqual([
      'Unknown plural form “dual”',
      'A text can have up to 4000 characters',
    ])
  })
})

describe.each([
  ['xliff', 'xlf', 'usage'],
  ['po', 'po', 'operations'],
] as const)('a file of %s', (format, ending, namespace) => {
  const exported = async (by: Caller, only?: string) => {
    const query = { language: 'es' as const, format, ...(only && { namespace: only }) }
    return by.call(write, { query })
  }

  test('of all texts in every state changes nothing when it is imported again', async ({ api }) => {
    const [kim, lee] = [await api.signedIn('translator'), await api.signedIn('super_admin')]
    const put = async (key: string, forms: object) => {
      const params = { id: `es:${key}` }
      const { version } = (await kim.call(show, { params })).reply
      const { reply } = await kim.call(save, { params, body: { version, forms } })
      return { params, body: { version: reply.version } }
    }
    await put('common:close', { text: ' Borrador \u202E <b>{{x}} & "más"\n' })
    await put('emergency:banner.open', { one: `Una ${format}`, other: '{{count}}' })
    await kim.call(translations.submit, await put('auth:login.title', { text: `Entrar ${format}` }))
    const published = await put('auth:register.title', { text: `Cuenta ${format}` })
    const { reply: sent } = await kim.call(translations.submit, published)
    const approved = await lee.call(translations.approve, { ...published, body: { version: sent.version } })
    expect(approved.reply.status).toBe('published')
    const file = await exported(kim)
    expect(file.headers['content-disposition']).toBe(`attachment; filename="voicedeck-es.${ending}"`)
    const { reply } = await send(kim, file.text, { format })
    expect(reply).toMatchObject({ changed: 0, refused: 0, texts: [] })
    expect(reply.unchanged).toBeGreaterThan(1_000)
  })

  test('becomes drafts, or texts in review where it says so, with descriptions', async ({ api }) => {
    const kim = await api.signedIn('translator')
    const file = (await exported(kim, namespace)).text
    const complete = annotate(translate(file, 'lead', 'Otra vez'), 'lead', 'Of a heading')
    const tried = (await send(kim, complete, { format })).reply
    const [text] = tried.texts
    expect(tried.texts).toHaveLength(1)
    expect(text).toMatchObject({
      id: `es:${namespace}:lead`,
      verdict: 'changed',
      after: { text: 'Otra vez' },
      for_review: true,
      description: 'Of a heading',
    })
    const mark = format === 'po' ? `msgctxt "${namespace}:lead"` : 'name="lead"'
    expect(text?.line).toBe(complete.split('\n').findIndex(line => line.includes(mark)) + 1)
    expect((await kim.call(show, { params: { id: text?.id ?? '' } })).reply.version).toBe(0)
    await send(kim, complete, { format, apply: true })
    const { reply } = await kim.call(show, { params: { id: text?.id ?? '' } })
    expect(reply).toMatchObject({
      status: 'review',
      forms: { text: 'Otra vez' },
      description: 'Of a heading',
      author: { id: kim.id },
    })
    expect((await send(kim, complete, { format, apply: true })).reply.changed).toBe(0)

    const unfinished = unfinish(translate(file, 'failed', 'No fue posible'), 'failed')
    await send(kim, unfinished, { format, apply: true })
    const draft = (await kim.call(show, { params: { id: `es:${namespace}:failed` } })).reply
    expect(draft).toMatchObject({ status: 'draft', forms: { text: 'No fue posible' } })
    // Who only marks it as complete did not write it.
    const lee = await api.signedIn('translator')
    const finished = translate(file, 'failed', 'No fue posible')
    expect((await send(lee, finished, { format, apply: true })).reply.changed).toBe(1)
    const done = (await kim.call(show, { params: { id: `es:${namespace}:failed` } })).reply
    expect(done).toMatchObject({ status: 'review', author: { id: kim.id } })
  })

  test('is refused where it is broken, names no text or translates a former English text', async ({
    api,
  }) => {
    const kim = await api.signedIn('translator')
    const file = (await exported(kim, namespace)).text
    const broken = await send(kim, translate(file, 'failed', 'Nada {{x}}'), { format })
    expect(broken.reply.texts).toMatchObject([
      {
        id: `es:${namespace}:failed`,
        verdict: 'refused',
        reason: 'The English text has no placeholder {{x}}.',
      },
    ])
    const strange = await send(kim, file.replaceAll(namespace, 'strange'), { format })
    expect(strange.reply.changed).toBe(0)
    expect(strange.reply.texts[0]).toMatchObject({ verdict: 'refused', reason: 'No text has this key' })
    const { source } = (await kim.call(show, { params: { id: `es:${namespace}:failed` } })).reply
    const former = translate(file, 'failed', 'Nada').replace(source.text ?? '', 'Former text')
    const outdated = await send(kim, former, { format })
    expect(outdated.reply.texts).toMatchObject([
      {
        id: `es:${namespace}:failed`,
        verdict: 'refused',
        reason: 'The English text has changed since the export',
      },
    ])
    const other = await send(kim, file, { format, language: 'fr' })
    expect(other.status).toBe(422)
    expect(other.problem.errors?.[0]?.pointer).toBe('#/content')
  })

  /** Translates a text of the file. */
  const translate = (file: string, key: string, text: string) => {
    const found =
      format === 'po'
        ? new RegExp(`(msgctxt "${namespace}:${key}"\nmsgid ".*"\nmsgstr ").*(")`)
        : new RegExp(`(name="${key}">.*<target>).*(</target>)`)
    expect(file).toMatch(found)
    return file.replace(found, (_, before, after) => before + text + after)
  }
  const annotate = (file: string, key: string, note: string) =>
    format === 'po'
      ? file.replace(`msgctxt "${namespace}:${key}"`, found => `# ${note}\n${found}`)
      : file.replace(
          `name="${key}">`,
          found => `${found}<notes><note category="description">${note}</note></notes>`,
        )
  /** Marks a text as unfinished. */
  const unfinish = (file: string, key: string) =>
    format === 'po'
      ? file.replace(`msgctxt "${namespace}:${key}"`, found => `#, fuzzy\n${found}`)
      : file.replace(new RegExp(`(name="${key}">.*<segment state=)"\\w+"`), '$1"initial"')
})
