/** A text as patterns know it, and where each of its signs stands in the original. */
export interface Normalized {
  text: string
  /** For each sign the place of the original, and one more for the end. */
  places: number[]
}

const chunks = /[\uFF66-\uFF9D][\uFF9E\uFF9F]?|[\s\S]/g
const dropped = /[\s\u200B-\u200D]/
const fillers = /^(?:えーと|えーっと|えっと|ええと|あのー|あのう|うーん|そのー)[、,]?/

/** Full width, katakana as hiragana, and no spaces, fillers or held vowels: whichever way it was typed or recognised. */
export function normalized(original: string): Normalized {
  let text = ''
  const places: number[] = []
  for (let at = 0; at < original.length; ) {
    const filler = original.slice(at, at + 8).match(fillers)
    if (filler) {
      at += filler[0].length
      continue
    }
    chunks.lastIndex = at
    const [chunk = ''] = chunks.exec(original) ?? []
    for (const sign of chunk.normalize('NFKC').toLowerCase()) {
      if (dropped.test(sign)) continue
      const folded = hiragana(sign)
      if (/[ー〜～]/.test(folded) && /[ー〜～]$/.test(text)) continue
      text += folded
      for (let unit = 0; unit < folded.length; unit++) places.push(at)
    }
    at += Math.max(1, chunk.length)
  }
  places.push(original.length)
  return { text, places }
}

/** Katakana as hiragana. */
export const hiragana = (text: string) =>
  text.replace(/[\u30A1-\u30F6]/g, sign => String.fromCharCode(sign.charCodeAt(0) - 0x60))
