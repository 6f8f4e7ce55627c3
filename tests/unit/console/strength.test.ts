import { expect, test } from 'vitest'
import { strengthOf } from '#kit/strength.ts'

test('a leaked password is told as such, also barely disguised', () => {
  for (const password of ['password', 'P@ssw0rd', 'drowssap', '123456789', 'iloveyou'])
    expect(strengthOf(password), password).toEqual({ score: 0, common: true })
})

test('what begins or ends like one is weak, and no more than that', () => {
  expect(strengthOf('password2024')).toEqual({ score: 1, common: false })
})

test('long and unlikely is strong', () => {
  for (const password of ['correct horse battery', 'Xk9#vLq2!mZt'])
    expect(strengthOf(password), password).toEqual({ score: 4, common: false })
})
