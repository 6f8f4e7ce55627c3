import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { headIn, registryOf } from '../../../vite/resource-registry.ts'

const source = (head: string) => `
import { badge } from '#kit/resource/badge.tsx'
export default resource({ ${head}, schema: Device, list: { sort: '-name' }, fields: { status: <b>x</b> } })
`
const head = (text: string) => headIn(source(text), 'devices.tsx')
const whole = "name: 'devices', path: '/devices', group: 'users', area: 'devices'"

describe('the header of a declaration', () => {
  it('is read without running the file', () => {
    expect(head(whole)).toEqual({ name: 'devices', path: '/devices', group: 'users', area: 'devices' })
    expect(head(`${whole}, alias: { path: '/d', title: 'many' }`)).toMatchObject({
      alias: { path: '/d', title: 'many' },
    })
  })

  it.each([
    ["name: 'devices', path: '/devices', group: 'users'", 'devices.tsx lacks area'],
    [whole.replace("'/devices'", 'base + 1'), 'devices.tsx: path must be a literal'],
    [`${whole}, alias: { path: where }`, 'devices.tsx: alias.path must be a literal'],
  ])('is refused with the reason: %s', (text, reason) => {
    expect(() => head(text)).toThrow(reason)
  })

  it('is refused where nothing is exported', () => {
    expect(() => headIn('export default 1', 'x.tsx')).toThrow('export default resource(')
    expect(() => headIn('export const a = 1', 'x.tsx')).toThrow('export default resource(')
  })
})

describe('the registry', () => {
  const folder = mkdtempSync(join(tmpdir(), 'registry-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('contains every declaration of the folder, in file order', () => {
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
    write('b.tsx', source(whole))
    write('a.tsx', source(whole.replaceAll('devices', 'admins')))
    write('notes.md', 'no declaration')
    const module = registryOf(folder)
    const names = [...module.matchAll(/"name":"(\w+)"/g)].map(match => match[1])
    expect(names).toEqual(['admins', 'devices'])
    expect(module).toContain(`import(${JSON.stringify(join(folder, 'a.tsx'))})`)
  })
})
