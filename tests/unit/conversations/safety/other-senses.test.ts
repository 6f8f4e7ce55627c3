import { describe, expect, test } from 'vitest'
import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import { assess, worrying } from '#server/modules/conversations/safety-watch/assess.ts'

/** Dangers in words that also have a harmless sense, each with that sense: what hides one must not hide the other. */
const pairs: [ConversationLanguage, danger: string, harmless: string][] = [
  ['ar', 'تراودني أفكار انتحار', 'تراودني أفكار للرحلة القادمة'],
  ['ar', 'عندي افكار انتحارية', 'عندي أفكار للعيد'],
  ['de', 'meine Sprache ist ganz verwaschen', 'die Jeans ist ganz verwaschen'],
  [
    'de',
    'wir haben Suppe gegessen und ohne mich wären alle glücklicher',
    'wir haben Suppe gegessen und alle waren glücklich',
  ],
  ['de', 'ich rede ganz verwaschen', 'die Farben sind ganz verwaschen'],
  ['en', 'he twisted my arm and I could not get loose', 'they twisted my arm and I joined the choir'],
  ['en', 'he was beating me in the kitchen', 'she is beating me by two points at rummy'],
  ['en', "she wouldn't give me my food", "she wouldn't give me the time of day"],
  ['en', 'a bone is stuck in my throat', 'that remark stuck in my throat'],
  ['en', 'I broke my back at the stairs', 'I broke my back over that garden'],
  ['en', 'he hit me at the door', 'the smell of baking hit me at the door'],
  ['es', 'me puso una pistola en la cabeza', 'nadie te pone una pistola en la cabeza para ir a yoga'],
  ['es', 'estoy perdida y no conozco nada', 'estoy perdida sin mi agenda'],
  ['fr', 'mon mari a fait une syncope à table', 'la syncope du batteur donne le swing'],
  ['ja', '首をつりました', '寝違えて首がつりました'],
  ['ja', '出血が止まらない', 'うちの財布、年末は出血が止まらんわ'],
  ['ja', '家に火がついた', '首位のチームの足元に火がついたな、三連敗で'],
]

describe.for(pairs)('%s: %s / %s', ([language, danger, harmless]) => {
  test('the danger is flagged, the other sense is not', () => {
    expect(assess(danger, language).risk).toBeGreaterThanOrEqual(worrying)
    expect(assess(harmless, language).risk).toBeLessThan(worrying)
  })
})
