import { describe, expect, test } from 'vitest'
import {
  type ConversationLanguage,
  conversationLanguages,
  type Task,
  tasks,
} from '#contract/conversations/conversations.ts'
import type { Dialogue } from '#server/adapters/chat/chat.ts'
import { opening, respond } from '#server/adapters/chat/embedded/companion.ts'
import { assess } from '#server/modules/conversations/index.ts'
import { extractFacts, type Fact, recallFact } from '#server/modules/conversations/memory/memory.ts'

interface Script {
  /** Ten turns; the facts stated are asked for later. */
  turns: readonly string[]
  /** What the answer to each question has to hold, by the turn's place. */
  recalls: Readonly<Record<number, string>>
}

const scripts: Record<ConversationLanguage, readonly [Script, Script]> = {
  en: [
    {
      turns: [
        'I am quite well, thank you.',
        'My medication is in the kitchen.',
        'I slept six hours.',
        'My cat is called Minka.',
        'I am a little worried about the stairs.',
        'Where is my medicine?',
        'My daughter came for tea, it was lovely.',
        'What is my cat called?',
        'Are you a real person?',
        'I miss my late husband.',
      ],
      recalls: { 5: 'in the kitchen', 7: 'Minka' },
    },
    {
      turns: [
        'It is raining here.',
        'I keep my glasses on the shelf by the door.',
        'I am cross with the neighbours.',
        'My birthday is on the third of May.',
        'Where are my glasses?',
        'I was born in Cork.',
        'We won the match, I am so excited!',
        'When is my birthday?',
        'Where was I born?',
        'Goodbye for today.',
      ],
      recalls: { 4: 'on the shelf by the door', 7: 'third of May', 8: 'Cork' },
    },
  ],
  es: [
    {
      turns: [
        'Estoy bastante bien, gracias.',
        'Mi medicina está en la cocina.',
        'He dormido seis horas.',
        'Mi gata se llama Luna.',
        'Me preocupa un poco la escalera.',
        '¿Dónde está mi medicina?',
        'Vino mi hija a tomar café, qué alegría.',
        '¿Cómo se llama mi gata?',
        '¿Es usted una persona?',
        'Echo de menos a mi marido.',
      ],
      recalls: { 5: 'en la cocina', 7: 'Luna' },
    },
    {
      turns: [
        'Aquí está lloviendo.',
        'Guardo las llaves en el cajón.',
        'Estoy enfadada con los vecinos.',
        'Mi cumpleaños es el tres de mayo.',
        '¿Dónde guardo las llaves?',
        'Nací en Sevilla.',
        '¡Hemos ganado el partido!',
        '¿Cuándo es mi cumpleaños?',
        '¿Dónde nací?',
        'Adiós por hoy.',
      ],
      recalls: { 4: 'en el cajón', 7: 'tres de mayo', 8: 'Sevilla' },
    },
  ],
  fr: [
    {
      turns: [
        'Je vais assez bien, merci.',
        'Mes médicaments sont dans la cuisine.',
        'J’ai dormi six heures.',
        'Mon chat s’appelle Minou.',
        'Je suis un peu inquiète pour l’escalier.',
        'Où sont mes comprimés ?',
        'Ma fille est venue prendre le thé, quel bonheur.',
        'Comment s’appelle mon chat ?',
        'Êtes-vous une vraie personne ?',
        'Mon mari me manque.',
      ],
      recalls: { 5: 'dans la cuisine', 7: 'Minou' },
    },
    {
      turns: [
        'Il pleut ici.',
        'Je range mes lunettes sur le buffet.',
        'Je suis fâchée contre les voisins.',
        'Mon anniversaire est le trois mai.',
        'Où sont mes lunettes ?',
        'J’ai grandi à Lyon.',
        'On a gagné le match !',
        'Quand est mon anniversaire ?',
        'Où ai-je grandi ?',
        'Au revoir.',
      ],
      recalls: { 4: 'sur le buffet', 7: 'trois mai', 8: 'Lyon' },
    },
  ],
  ja: [
    {
      turns: [
        'まあまあ元気です。',
        '薬は台所にあります。',
        '六時間眠りました。',
        '猫の名前はタマです。',
        '階段が少し心配です。',
        '薬はどこですか。',
        '娘が来てくれて、うれしかったです。',
        '猫の名前は何ですか。',
        'あなたは人間ですか。',
        '主人がいなくて寂しいです。',
      ],
      recalls: { 5: '台所', 7: 'タマ' },
    },
    {
      turns: [
        '今日は雨です。',
        '私の眼鏡は棚の上に置いてあります。',
        '隣の人に腹が立ちます。',
        '誕生日は五月三日です。',
        '私のめがねはどこでしたか。',
        '京都で生まれました。',
        '試合に勝ちました、やった！',
        '私の誕生日はいつですか。',
        '私はどこで生まれましたか。',
        'さようなら。',
      ],
      recalls: { 4: '棚の上', 7: '五月三日', 8: '京都' },
    },
  ],
  de: [
    {
      turns: [
        'Mir geht es recht gut, danke.',
        'Meine Medikamente sind in der Küche.',
        'Ich habe sechs Stunden geschlafen.',
        'Meine Katze heißt Minka.',
        'Die Treppe macht mir ein wenig Sorgen.',
        'Wo sind meine Tabletten?',
        'Meine Tochter kam zum Kaffee, das war schön.',
        'Wie heißt meine Katze?',
        'Sind Sie ein Mensch?',
        'Mein verstorbener Mann fehlt mir.',
      ],
      recalls: { 5: 'in der Küche', 7: 'Minka' },
    },
    {
      turns: [
        'Heute regnet es.',
        'Meine Brille liegt auf dem Regal.',
        'Ich ärgere mich über die Nachbarn.',
        'Mein Geburtstag ist am dritten Mai.',
        'Wo ist meine Brille?',
        'Ich bin in Köln aufgewachsen.',
        'Wir haben das Spiel gewonnen, hurra!',
        'Wann ist mein Geburtstag?',
        'Wo bin ich aufgewachsen?',
        'Auf Wiedersehen.',
      ],
      recalls: { 4: 'auf dem Regal', 7: 'dritten Mai', 8: 'Köln' },
    },
  ],
  ar: [
    {
      turns: [
        'أنا بخير والحمد لله، شكرا.',
        'دوائي في المطبخ.',
        'نمت ست ساعات.',
        'قطتي اسمها لولو.',
        'الدرج يقلقني قليلا.',
        'أين دوائي؟',
        'زارتني ابنتي وشربنا القهوة، كان جميلا.',
        'ما اسم قطتي؟',
        'هل أنت إنسان؟',
        'اشتقت إلى زوجي المرحوم.',
      ],
      recalls: { 5: 'في المطبخ', 7: 'لولو' },
    },
    {
      turns: [
        'الجو ماطر اليوم.',
        'نظارتي على الرف.',
        'أنا معصب من الجيران.',
        'عيد ميلادي في الثالث من مايو.',
        'أين نظارتي؟',
        'نشأت في بيروت.',
        'فزنا بالمباراة، يا سلام!',
        'متى عيد ميلادي؟',
        'أين نشأت؟',
        'مع السلامة.',
      ],
      recalls: { 4: 'على الرف', 7: 'الثالث من مايو', 8: 'بيروت' },
    },
  ],
}

/** Plays a conversation as the server does, and gives all that the companion said. */
function played(task: Task, language: ConversationLanguage, turns: readonly string[], before: Fact[] = []) {
  const own: Fact[] = []
  let dialogue: Dialogue = {}
  const replies = turns.map(content => {
    const { emotion, risk, context } = assess(content, language)
    const stated = extractFacts(content, language)
    const asked = recallFact(content, language, [...own, ...before])
    const { text, dialogue: next } = respond({
      task,
      language,
      turns: [{ type: 'user', content }],
      emotion,
      help:
        risk >= 0.4 && context
          ? { context, isAlerted: risk >= 0.6, home: { zone: 'Europe/London', locale: 'en' } }
          : null,
      stated: stated.map(({ statement }) => statement),
      asked: asked === null ? null : asked?.statement,
      known: before.map(({ statement }) => statement),
      dialogue,
    })
    own.unshift(...stated)
    dialogue = next
    return text
  })
  return { replies, facts: own }
}

const all = conversationLanguages.flatMap(language =>
  tasks.flatMap(task => scripts[language].map((script, number) => ({ language, task, script, number }))),
)

describe('the embedded companion', () => {
  test.for(all)(
    '$language, $task, script $number: repeats nothing and recalls everything',
    ({ language, task, script }) => {
      const { replies } = played(task, language, script.turns)
      expect(script.turns).toHaveLength(10)
      const said = [opening({ task, language }, false), ...replies]
      expect(new Set(said).size).toBe(said.length)
      for (const [at, held] of Object.entries(script.recalls)) expect(replies[Number(at)]).toContain(held)
      for (const text of said) expect(text).not.toMatch(/\{|undefined/)
    },
  )

  test('recalls what was mentioned two conversations ago, and stores nothing from a question', () => {
    const first = played('small_talk', 'en', ['My medication is in the kitchen.'])
    const third = played(
      'memory_recall',
      'en',
      ['I am fine.', 'It is raining.', 'I had soup.', 'Where are my tablets?'],
      first.facts,
    )
    expect(third.replies[2]).toContain('your medication is in the kitchen')
    expect(third.replies[3]).toContain('your medication is in the kitchen')
    expect(extractFacts('Is my medication in the kitchen?', 'en')).toEqual([])
  })

  test.for([
    ['en', 'Where are my keys?', /know|notes|tell me/],
    ['es', '¿Dónde están mis llaves?', /no lo sé|solo sé|apuntado/],
    ['fr', 'Où sont mes clés ?', /ne le sais|ne sais que|notes/],
    ['ja', '私の鍵はどこですか', /まだ|お答えできません|控え/],
  ] as const)('admits that it does not know: %s', ([language, question, honest]) => {
    expect(played('small_talk', language, [question]).replies[0]).toMatch(honest)
  })

  test.for([
    ['en', 'Are you a robot?', 'not a person'],
    ['es', '¿Es usted una máquina?', 'no una persona'],
    ['fr', 'Êtes-vous une machine ?', 'non une personne'],
    ['ja', 'あなたはロボットですか', '人ではなく'],
  ] as const)('never claims to be more than it is: %s', ([language, question, honest]) => {
    expect(played('small_talk', language, [question]).replies[0]).toContain(honest)
  })

  test.for([
    ['en', 'My chest hurts and I cannot breathe.'],
    ['es', 'Me duele el pecho y no puedo respirar.'],
    ['fr', 'J’étouffe, je ne peux plus respirer.'],
    ['ja', '胸が苦しくて、息ができません。'],
  ] as const)('puts safety before everything: %s', ([language, danger]) => {
    const { replies } = played('small_talk', language, [danger, danger])
    expect(replies[0]).toContain('999')
    expect(replies[1]).toContain('999')
    expect(replies[1]).not.toBe(replies[0])
  })
})
