import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

const newline = 0x0a

/** Passes COPY text through, counting its rows and taking its SHA-256. */
export function measure() {
  const hash = createHash('sha256')
  let rows = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      // A line break within a value is written as \n, so each one of these ends a row.
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) rows += 1
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ rows, sha256: hash.digest('hex') }) }
}
