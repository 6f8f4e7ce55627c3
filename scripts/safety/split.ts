import { createHash } from 'node:crypto'

/** Whether a labelled text belongs to the fifth that is only tested on. Training has to leave it out. */
export const isHeldAside = (text: string): boolean =>
  (createHash('sha1').update(text).digest()[0] as number) % 5 === 0
