import { expect, test } from 'vitest'
import { encode } from '#server/db/demo/copy.ts'

test.for([
  [null, '\\N'],
  ['a\tb\nc\rd\\e', 'a\\tb\\nc\\rd\\\\e'],
  ['\\N', '\\\\N'],
  ['渡邊 花子', '渡邊 花子'],
  [1.5, '1.5'],
  [true, 't'],
  [false, 'f'],
  [new Date(0), '1970-01-01T00:00:00.000Z'],
  [['plain', 'with "quotes" and \\'], '{"plain","with \\\\"quotes\\\\" and \\\\\\\\"}'],
  [{ text: 'a "b"' }, '{"text":"a \\\\"b\\\\""}'],
] as const)('%j is written in COPY format', ([value, text]) => {
  expect(encode(value)).toBe(text)
})
