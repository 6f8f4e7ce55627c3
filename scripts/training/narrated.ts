import { type ConversationLanguage, conversationLanguages } from '#contract/conversations/conversations.ts'
import { assess, worrying } from '#server/modules/conversations/safety-watch/assess.ts'
import { percent, printTable } from '../safety/print.ts'
import { shareOf } from '../safety/statistics.ts'

interface Words {
  who: readonly string[]
  did: readonly string[]
  said: readonly string[]
  /** How the three are told: `{who}`, `{did}`, `{said}`. */
  told: readonly string[]
}

/**
 * Small talk about what others said: harmless whatever the words. Nothing is trained on it, and its words were chosen
 * without looking at what the model knows.
 */
const words: Record<ConversationLanguage, Words> = {
  en: {
    who: [
      'my gardener',
      'the hairdresser',
      'my niece Olive',
      'old Mr Finch',
      'the bus driver',
      'our organist',
    ],
    did: ['sniggered', 'beamed', 'chortled', 'roared with laughter', 'raised an eyebrow', 'laughed'],
    said: [
      'the strawberries are ripe',
      'I should try the blue one',
      'his car is older than me',
      'we are out of marmalade',
      'the film was nonsense',
      'Tuesday is bin day',
      'that was the worst joke ever',
      'nobody sings like Edna',
    ],
    told: [
      '{who} {did} and said {said}',
      '“{said},” {who} said and {did}',
      'We knitted, {who} {did}, {said}, and then we had cocoa',
    ],
  },
  es: {
    who: [
      'mi jardinero',
      'la peluquera',
      'mi sobrina Olga',
      'el viejo don Paco',
      'la conductora',
      'el organista',
    ],
    did: [
      'se rió',
      'soltó una risita',
      'se carcajeó',
      'sonrió de oreja a oreja',
      'levantó una ceja',
      'se rio bajito',
    ],
    said: [
      'las fresas están maduras',
      'debería probarme el azul',
      'su coche es más viejo que yo',
      'no queda mermelada',
      'la película era una tontería',
      'el martes pasa la basura',
      'ese chiste era malísimo',
      'nadie canta como Edu',
    ],
    told: [
      '{who} {did} y dijo que {said}',
      '«{said}», dijo {who} y {did}',
      'Hicimos punto, {who} {did}, {said}, y luego tomamos cacao',
    ],
  },
  fr: {
    who: [
      'mon jardinier',
      'la coiffeuse',
      'ma nièce Odile',
      'le vieux monsieur Petit',
      'la conductrice',
      'l’organiste',
    ],
    did: [
      'a ri',
      'a gloussé',
      's’est esclaffé',
      'a souri jusqu’aux oreilles',
      'a levé un sourcil',
      'a pouffé de rire',
    ],
    said: [
      'les fraises sont mûres',
      'je devrais essayer le bleu',
      'sa voiture est plus vieille que moi',
      'il n’y a plus de confiture',
      'le film était une bêtise',
      'mardi on sort les poubelles',
      'cette blague était nulle',
      'personne ne chante comme Edith',
    ],
    told: [
      '{who} {did} et a dit que {said}',
      '« {said} », a dit {who} et {did}',
      'On a tricoté, {who} {did}, {said}, et puis on a bu un chocolat',
    ],
  },
  de: {
    who: [
      'mein Gärtner',
      'die Friseurin',
      'meine Nichte Olga',
      'der alte Herr Fink',
      'die Busfahrerin',
      'unser Organist',
    ],
    did: ['prustete', 'strahlte', 'gluckste', 'brüllte vor Lachen', 'hob eine Augenbraue', 'lachte'],
    said: [
      'die Erdbeeren sind reif',
      'ich sollte das blaue nehmen',
      'sein Auto ist älter als ich',
      'die Marmelade ist alle',
      'der Film war Unsinn',
      'am Dienstag kommt die Müllabfuhr',
      'das war der schlechteste Witz',
      'keiner singt wie Edda',
    ],
    told: [
      '{who} {did} und sagte, {said}',
      '„{said}“, sagte {who} und {did}',
      'Wir haben gestrickt, {who} {did}, {said}, und dann Kakao getrunken',
    ],
  },
  ja: {
    who: ['庭師さん', '美容師さん', '姪の花子', '山田のおじいさん', '運転手さん', 'オルガンの先生'],
    did: ['吹き出して', 'にっこりして', 'けらけら笑って', '大声で笑って', '眉を上げて', 'ふふっと笑って'],
    said: [
      'いちごが熟れた',
      '青いのを試したら',
      'あの車は私より古い',
      'ジャムがもうない',
      'つまらない映画だった',
      '火曜はごみの日',
      'ひどい冗談だ',
      '歌がうまい',
    ],
    told: [
      '{who}が{did}「{said}」と言いました',
      '「{said}」と{who}が{did}言うのよ',
      '編み物をして、{who}が{did}、{said}と話して、ココアを飲みました',
    ],
  },
  ar: {
    who: ['البستاني', 'الحلاق', 'ابن أختي سالم', 'أبو فهد العجوز', 'سواق الباص', 'معلم الموسيقى'],
    did: ['ضحك', 'تبسم', 'انفجر بالضحك', 'رفع حاجبه', 'قهقه بصوت عالي', 'كركر'],
    said: [
      'الفراولة استوت',
      'الأزرق أحلى عليك',
      'سيارته أقدم مني',
      'خلصت المربى',
      'الفيلم كان سخيف',
      'الثلاثاء يجون للزبالة',
      'هذي أسوأ نكتة',
      'محد يغني مثل فيروز',
    ],
    told: [
      '{did} {who} وقال {said}',
      '«{said}»، قال {who} و{did}',
      'حكنا صوف، و{who} {did}، و{said}، وبعدين شربنا كاكاو',
    ],
  },
}

/** Every way in which a frame can be filled. */
const toldBy = ({ who, did, said }: Words, frame: string): string[] =>
  who.flatMap(one =>
    did.flatMap(what =>
      said.map(words => frame.replace('{who}', one).replace('{did}', what).replace('{said}', words)),
    ),
  )

/** Prints which share of small talk is flagged, by frame, and with `examples` some of what is. */
export function printNarrated(examples: boolean): void {
  const flagged = (language: ConversationLanguage, texts: readonly string[]) =>
    texts.filter(text => assess(text, language).risk >= worrying)
  const rows = conversationLanguages.map(language => {
    const all = words[language].told.map(frame => toldBy(words[language], frame))
    const found = all.map(texts => flagged(language, texts))
    if (examples)
      for (const text of found.flatMap(texts => texts.slice(0, 5))) console.log(`${language}\t${text}`)
    const share = (texts: readonly string[], of: readonly string[]) =>
      percent(shareOf(of.map(text => texts.includes(text))))
    return [
      language,
      String(all.flat().length),
      ...all.map((of, frame) => share(found[frame] ?? [], of)),
      share(found.flat(), all.flat()),
    ]
  })
  printTable(
    'Small talk about others: harmless, what is flagged',
    ['', 'sentences', 'reported', 'quoted', 'one after the other', 'all'],
    rows,
  )
}
