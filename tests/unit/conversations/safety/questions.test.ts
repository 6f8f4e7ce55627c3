import { describe, expect, test } from 'vitest'
import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import { assess, worrying } from '#server/modules/conversations/safety-watch/assess.ts'

/** What another asks, what a programme is about and what is long over, each with a look-alike that is a danger. */
const pairs: Partial<Record<ConversationLanguage, readonly (readonly [harmless: string, danger: string])[]>> =
  {
    en: [
      [
        'The nurse asked me if I think of suicide and I said no',
        'She asked if I think of suicide and I said yes',
      ],
      [
        'I watched a documentary about heart attacks',
        'A documentary about the sea is on and I am having a heart attack',
      ],
      ['My stroke was in 1998', 'In 1998 I moved here. I am having a stroke'],
    ],
    es: [
      [
        'El médico me preguntó si pienso en el suicidio y dije que no',
        'Me preguntó si pienso en el suicidio y dije que sí',
      ],
      ['Hace nueve años tuve un infarto', 'Hace nueve años vine aquí. Me está dando un infarto'],
    ],
    fr: [
      [
        'Le médecin a demandé si je pense au suicide et j’ai dit non',
        'Il a demandé si je pense au suicide et j’ai dit oui',
      ],
      ['Il y a neuf ans j’ai fait un infarctus', 'Je suis venu il y a neuf ans. Je fais un infarctus'],
    ],
    de: [
      [
        'Der Arzt hat gefragt, ob ich an Selbstmord denke, und ich sagte nein',
        'Er hat gefragt, ob ich an Selbstmord denke, und ich sagte ja',
      ],
      ['Im Radio kam eine Sendung über Herzinfarkt', 'Im Radio kam eine Sendung. Ich habe einen Herzinfarkt'],
    ],
    ar: [
      ['سألتني الطبيبة هل أفكر في الانتحار قلت لا', 'سألتني الطبيبة هل أفكر في الانتحار قلت نعم'],
      ['شاهدت برنامجا عن الجلطة', 'في برنامج عن البحر وصدري يؤلمني بشدة'],
    ],
  }

describe.for(Object.entries(pairs))('in %s', ([language, own]) => {
  const risk = (text: string) => assess(text, language as ConversationLanguage).risk

  test.for(own)('“%s” is harmless, “%s” is not', ([harmless, danger]) => {
    expect(risk(harmless)).toBeLessThan(worrying)
    expect(risk(danger)).toBeGreaterThanOrEqual(worrying)
  })
})

/** Near to a figure of speech, a date or another's question, and yet a danger. */
const dangers: readonly (readonly [ConversationLanguage, string])[] = [
  ['en', 'I asked myself if I want to die'],
  ['en', 'She asked me whether it rained and I want to die'],
  ['en', 'Since 2015 my husband hits me'],
  ['en', 'I cut myself a lot'],
  ['es', 'Me pregunto si debería matarme'],
  ['es', 'Caí mal y no puedo levantarme'],
  ['fr', 'Je me suis demandé si je veux mourir'],
  ['fr', 'La douleur à la poitrine m’a coupé le souffle'],
  ['de', 'Ich habe mich gefragt, ob ich mich umbringen soll'],
  ['de', 'Ich bin auf den Kopf gefallen'],
  ['ja', 'お腹が痛くて死にそうです'],
  ['ja', '前の夫が家に来て殴ります'],
  ['ar', 'أسأل نفسي هل أريد أن أموت'],
]

test.for(dangers)('in %s “%s” is a danger', ([language, text]) => {
  expect(assess(text, language).risk).toBeGreaterThanOrEqual(worrying)
})
