import { describe, expect, test } from 'vitest'
import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import { assess, worrying } from '#server/modules/conversations/safety-watch/assess.ts'

/** Dangers in words that also have a harmless sense, each with that sense: what hides one must not hide the other. */
const pairs: [ConversationLanguage, danger: string, harmless: string][] = [
  ['ar', 'تراودني أفكار انتحار', 'تراودني أفكار للرحلة القادمة'],
  ['ar', 'عندي افكار انتحارية', 'عندي أفكار للعيد'],
  ['ar', 'كنت اعلق الستارة ووقعت', 'وقعت الستارة من الريح'],
  ['ar', 'خنقني بالكرافتة', 'خنقتني الكرافتة'],
  ['de', 'meine Sprache ist ganz verwaschen', 'die Jeans ist ganz verwaschen'],
  [
    'de',
    'wir haben Suppe gegessen und ohne mich wären alle glücklicher',
    'wir haben Suppe gegessen und alle waren glücklich',
  ],
  ['de', 'Mama ist mir gefallen', 'der Hut hat mir gefallen'],
  ['de', 'er hat mir das Handy weggenommen und mich eingesperrt', 'die Katze hat sich eingesperrt'],
  ['de', 'Ich bekomme vor Aufregung keine Luft', 'Ich bekomme vor Lachen keine Luft'],
  ['de', 'ich rede ganz verwaschen', 'die Farben sind ganz verwaschen'],
  ['en', 'he twisted my arm and I could not get loose', 'they twisted my arm and I joined the choir'],
  ['en', 'he was beating me in the kitchen', 'she is beating me by two points at rummy'],
  ['en', "she wouldn't give me my food", "she wouldn't give me the time of day"],
  ['en', 'a bone is stuck in my throat', 'that remark stuck in my throat'],
  ['en', 'I broke my back at the stairs', 'I broke my back over that garden'],
  ['en', 'he hit me at the door', 'the smell of baking hit me at the door'],
  ['en', 'it is time to kill myself', 'I have some time to kill before lunch'],
  ['en', 'he beat me to the floor', 'he beat me to the last biscuit'],
  [
    'es',
    'mi padre ha tenido un golpe de calor en el balcón',
    'vaya golpe de calor que anuncian para el jueves',
  ],
  ['es', 'me caí redonda en la cocina', 'caí redondo en la cama'],
  ['es', 'me pega de envidia', 'me muero de envidia con tu jardín'],
  ['es', 'me puso una pistola en la cabeza', 'nadie te pone una pistola en la cabeza para ir a yoga'],
  ['es', 'estoy perdida y no conozco nada', 'estoy perdida sin mi agenda'],
  ['fr', 'mon mari a fait une syncope à table', 'la syncope du batteur donne le swing'],
  ['fr', 'cette nuit je suis tombée', 'cette nuit il est tombé de la neige'],
  ['fr', 'il me bat quand il perd aux cartes', 'il me bat aux cartes'],
  ['fr', 'je veux mourir sans bruit', 'je ne travaille jamais sans bruit de fond'],
  ['ja', '体がおかしくて息ができない', '漫才がおかしくて息ができない'],
  ['ja', '夫に殺される', '将棋で殺される'],
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
