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
    expect(reply.texts).toEqual([{ id: 'es:emergency:open', verdict: 'changed', form: null, reason: null }])
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
      'es:emergency:edit': 'The placeholder {{name}} is missing',
      'es:emergency:banner.open': 'The plural form “many” is missing',
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
