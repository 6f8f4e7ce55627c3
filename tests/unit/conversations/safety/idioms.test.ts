import { describe, expect, test } from 'vitest'
import { type ConversationLanguage, conversationLanguages } from '#contract/conversations/conversations.ts'
import { assess } from '#server/modules/conversations/safety-watch/assess.ts'
import { flaggedFrom, readCorpus } from '../../../../scripts/training/corpus.ts'

const incident = 0.4
const isFlagged = (text: string, language: ConversationLanguage) => assess(text, language).risk >= incident

describe('an idiom alone is no danger', () => {
  test.for<[ConversationLanguage, string]>([
    ['en', 'That curry set my mouth on fire.'],
    ['en', 'Going to the sales on Saturday is sheer suicide.'],
    ['en', 'My doctor will have a fit when he sees my cholesterol.'],
    ['es', 'Tengo la soga al cuello con la hipoteca, como todos.'],
    ['es', 'Ir de rebajas el sábado es un suicidio.'],
    ['fr', 'Il y a le feu au lac ? Attends un peu.'],
    ['fr', 'Plutôt crever que de manger des épinards.'],
    ['de', 'Ich bin am Boden zerstört, die Torte ist weg.'],
    ['de', 'Samstags im Möbelhaus, der reinste Selbstmord.'],
    ['ja', '頭が割れるような拍手だった。'],
    ['ja', '首を吊る思いでローンを組んだ。'],
    ['ar', 'أنا على الأرض من الضحك.'],
    ['ar', 'هذا انتحار سياسي قال المذيع.'],
  ])('%s: %s', ([language, text]) => {
    expect(isFlagged(text, language)).toBe(false)
  })
})

describe('a danger next to an idiom still alarms', () => {
  test.for<[ConversationLanguage, string]>([
    ['en', 'I am dying of laughter. I am going to kill myself tonight.'],
    ['en', 'That curry set my mouth on fire and now I cannot breathe'],
    ['en', 'my feet are killing me and I took all the tablets at once'],
    ['en', 'I am dying, call someone'],
    ['es', 'me muero de risa y esta noche me voy a matar'],
    ['es', 'Ese gol fue de infarto, me duele el pecho y el brazo izquierdo'],
    ['fr', 'je suis mort de rire mais je ne peux plus respirer'],
    ['fr', 'Il y a le feu au lac. Ce soir je vais me tuer.'],
    ['de', 'Ich lach mich tot, und heute Nacht bringe ich mich um'],
    ['de', 'ich bin am Boden zerstört und will nicht mehr leben'],
    ['ja', '死ぬほど笑いました。今夜死ぬつもりです。'],
    ['ja', '頭が割れるような拍手でした。胸が痛くて息ができません。'],
    ['ar', 'متّ من الضحك. سأقتل نفسي الليلة.'],
    ['ar', 'أنا على الأرض من الضحك ولا أستطيع أن أتنفس'],
  ])('%s: %s', ([language, text]) => {
    expect(isFlagged(text, language)).toBe(true)
  })
})

/** The shares measured on the turns kept aside, with room for a few borderline turns. */
test.for(conversationLanguages)('idioms kept aside and their dangerous look-alikes in %s', language => {
  const turns = readCorpus([language], 'idioms')
  const shareFlagged = (isDanger: boolean) => {
    const own = turns.filter(({ level }) => level >= flaggedFrom === isDanger)
    return own.filter(({ text }) => isFlagged(text, language)).length / own.length
  }
  expect(shareFlagged(false)).toBeLessThan(0.18)
  expect(shareFlagged(true)).toBeGreaterThan(0.72)
})
