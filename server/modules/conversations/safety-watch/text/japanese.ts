/** A text as patterns know it, and where each of its signs stands in the original. */
export interface Normalized {
  text: string
  /** For each sign the place of the original, and one more for the end. */
  places: number[]
}

/** Words in kana or in a regional form as the patterns know them: whoever is in a hurry does not convert them. */
const readings: readonly (readonly [RegExp, string])[] = [
  [/むね(?=[がのにをはも]|いた|くる)/g, '胸'],
  [/い[きぎ](?=が?(?:でき|でぎ|くる|吸え|すえ|つま|とま)|ぐるし|を(?:すえ|吸え))/g, '息'],
  [/くる(?=し(?:い|く|か|そ))/g, '苦'],
  [/(?<=が)いた(?=い|くて)/g, '痛'],
  [/く(?:すり|する(?=を))/g, '薬'],
  [/のん(?=だ|で|じゃ)/g, '飲ん'],
  [/にかい(?=の|飲|う)/g, '二回'],
  [/ころん(?=で|だ)/g, '転ん'],
  [/(?:し|氏|たひ)に(?=た[いくか]|てえ|てぇ|とう)/g, '死に'],
  [/し(?=のう(?:と|か))/g, '死'],
  [/(?<![なのたるお])しん(?=で(?:しま|も)|だら)/g, '死ん'],
  [/(?<![でて])いき(?=て(?:い|る|も)|る(?:の|意味|いみ))/g, '生き'],
  [/きゅうきゅう?しゃ/g, '救急車'],
  [/おき(?=れ[なんま]|られ[なんま]|あがれ)/g, '起き'],
  [/(?<!を)たて(?=な[いく]|ませ)/g, '立て'],
  [/うご(?=け[なまん]|か(?:な|ん))/g, '動'],
  [/うまれて(?=こ|き)/g, '生まれて'],
  [/ねむったまま/g, '眠ったまま'],
  [/たたか(?=れ)/g, '叩か'],
  [/たおれ/g, '倒れ'],
  [/きえ(?=たい|てしま|てなく)/g, '消え'],
  [/おわり(?=に)/g, '終わり'],
  [/こんや|こんばん(?!は)/g, '今夜'],
  [/みえ(?=な[いく]|ませ)/g, '見え'],
  [/ちが(?=とま|止ま|でる)/g, '血が'],
  [/みちが/g, '道が'],
  [/たすけ/g, '助け'],
  [/(?:だれ|たれ)か/g, '誰か'],
  [/よんで(?=$|くだ|。|、)/g, '呼んで'],
  [/ほけんきん/g, '保険金'],
  [/おらん(?=ほう|方)/g, 'いない'],
  [/おらんく/g, 'いなく'],
  [/(?<=生き|死に)とう(?=な)/g, 'たく'],
  [/(?<=[らけせてねえれ])へん/g, 'ない'],
  [/(?<=ほうが|方が)ええ/g, 'いい'],
  [/しもた/g, 'しまった'],
  [/はよ(?=死)/g, '早く'],
]

/** Puts the readings in, and keeps where each sign stands in the original. */
function read(written: Normalized): Normalized {
  let { text, places } = written
  for (const [pattern, word] of readings) {
    let to = 0
    let replaced = ''
    const kept: number[] = []
    for (const { index, 0: found } of text.matchAll(pattern)) {
      replaced += text.slice(to, index) + word
      kept.push(...places.slice(to, index), ...Array.from(word, () => places[index] as number))
      to = index + found.length
    }
    if (to === 0) continue
    text = replaced + text.slice(to)
    places = [...kept, ...places.slice(to)]
  }
  return { text, places }
}

const chunks = /[\uFF66-\uFF9D][\uFF9E\uFF9F]?|[\s\S]/g
const dropped = /[\s\u200B-\u200D]/
const fillers = /^(?:えーと|えーっと|えっと|ええと|あのー|あのう|うーん|そのー)[、,]?/

/** Full width, katakana as hiragana, kana as kanji, and no spaces, fillers or held vowels, however it was typed or recognised. */
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
  return read({ text, places })
}

/** Katakana as hiragana. */
export const hiragana = (text: string) =>
  text.replace(/[\u30A1-\u30F6]/g, sign => String.fromCharCode(sign.charCodeAt(0) - 0x60))
