import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { advice, installKey, nextStep, record } from '../../../scripts/setup/dependencies.mjs'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'voicedeck setup ü-'))
  writeFileSync(join(root, 'package-lock.json'), '{ "lockfileVersion": 3 }')
})

afterEach(() => rmSync(root, { recursive: true }))

function finishedByNpm() {
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  writeFileSync(join(root, 'node_modules/.package-lock.json'), '{}')
}

test('a fresh clone installs', () => {
  expect(nextStep(root)).toBe('reinstall')
})

test('what was installed from this lock file is kept', () => {
  finishedByNpm()
  record(root, installKey(root))
  expect(nextStep(root)).toBe('keep')
})

test('a changed lock file updates in place', () => {
  finishedByNpm()
  record(root, installKey(root))
  writeFileSync(join(root, 'package-lock.json'), '{ "lockfileVersion": 3, "packages": {} }')
  expect(nextStep(root)).toBe('update')
})

test('packages installed by hand are updated, not thrown away', () => {
  finishedByNpm()
  expect(nextStep(root)).toBe('update')
})

test('an interrupted install starts over', () => {
  finishedByNpm()
  record(root, 'installing')
  expect(nextStep(root)).toBe('reinstall')
})

test('an interrupted npm install starts over', () => {
  mkdirSync(join(root, 'node_modules/zod'), { recursive: true })
  expect(nextStep(root)).toBe('reinstall')
})

test('a linked node_modules is left alone', () => {
  mkdirSync(join(root, 'elsewhere'))
  symlinkSync(join(root, 'elsewhere'), join(root, 'node_modules'))
  expect(nextStep(root)).toBe('keep')
})

test.each([
  ['npm error code ENOTFOUND', 'network'],
  ['npm error code ENOSPC', 'disk'],
  ["npm error Error: EACCES: permission denied, mkdir '/x'", 'owner'],
  ['spawn npm ENOENT', 'PATH'],
  ['npm error code EINTEGRITY', 'npm reports'],
])('%s is followed by advice about the %s', (output, subject) => {
  expect(advice(output)).toContain(subject)
})
