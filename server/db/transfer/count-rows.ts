import { Transform } from 'node:stream'

const newline = 0x0a

/** Passes COPY text through and counts its rows. */
export function countRows() {
  let rows = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // A line break within a value is written as \n, so each one of these ends a row.
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) rows += 1
      done(null, chunk)
    },
  })
  return { stream, rows: () => rows }
}
