import { expect, test } from 'vitest'
import { strengthOf } from '#kit/strength.ts'

test('a leaked password is reported as such, even if slightly disguised', () => {
  for (const password of ['password', 'P@ssw0rd', 'drowssap', '123456789', 'iloveyou'])
    expect(strengthOf(password), password).toEqual({ score: 0, common: true })
})

test('a password that starts or ends like a common one is weak', () => {
  expect(strengthOf('password2024')).toEqual({ score: 1, common: false })
})

test('a long and unlikely password is strong', () => {
  for (const password of ['correct horse battery', 'Xk9#vLq2!mZt'])
    expect(strengthOf(password), password).toEqual({ score: 4, common: false })
})
