import { readFileSync } from 'node:fs'
import { constants, deflateSync, inflateSync } from 'node:zlib'

/** The content of a model file: compressed (zlib). */
export const pack = (content: Buffer | string): Buffer =>
  deflateSync(content, { level: constants.Z_BEST_COMPRESSION })

/** Reads what {@link pack} has made. */
export const readPacked = (file: URL): Buffer => inflateSync(readFileSync(file))
