/** Words that open a sentence, written with a capital within one only in titles, where another capital follows. */
const openers =
  'The A An My Our He She It We They There This That These Those If When While Years Yesterday Today Tomorrow No Yes Please Somebody Someone Nobody Everybody Every In On At El La Los Las Un Una Mi Mis Nuestra Nuestro Yo Tú Él Ella Ellos Hace Hoy Ayer Mañana Anoche Si Sí No Ya En Se Me Te Nos Han He Hay Son Es Lo Le Les Une Mon Ma Mes Notre Nos Je Tu Il Elle On Nous Vous Ils Elles Hier Demain Quand Oui Non Dans Ce Cette Ça'
/** In German nouns have a capital anyway, and "Sie" and "Ihr" address somebody. */
const germanOpeners =
  'Der Die Das Ein Eine Mein Meine Meinem Meiner Unser Unsere Ich Er Wir Es Im Am Gestern Heute Morgen Früher Wenn Als Letzte Vor Nein Ja Jemand Niemand Alle'
const options = (words: string) => words.split(' ').join('|')

/**
 * The blank before a sentence that begins with a capital and no sign before it, as recognisers write: “I've given up The
 * postman came”.
 */
export const unmarkedStarts = new RegExp(
  `(?<=[\\p{Ll}\\d])\\s+(?=(?:(?:${options(openers)})\\s+\\p{Ll}|(?:${options(germanOpeners)})\\s|(?:[JLCDNSTM]['’]|It['’]s |I['’]m |We['’]|They['’])\\p{Ll}))`,
  'gu',
)

/** Words for the subject or for what is somebody's, before which one clause may end and another begin without a sign. */
const subjects =
  "i i'm i've i'll my he she we they there somebody someone yo me mi mis él ella ya estoy tengo quiero je j'ai j'en mon ma mes il elle on ich mein meine mir er wir es أنا انا عندي اني إني ما لا"
/** What the subject behind belongs to: “I don't think | I want to” is one clause. */
const bound =
  'that if when as like than and or but because think thought believe know said says say wish hope because what why how where who which que si cuando como y pero porque creo pienso no ojalá quand comme et mais parce pense crois où dass ob wenn wie und aber weil denn glaube denke wünschte will kann möchte habe bin إن أن لو إذا لما أظن و'

/** The blank before a subject with which a clause may begin. */
export const subjectStarts = new RegExp(
  `(?<=[\\p{L}\\p{N}])(?<!(?:^|\\s)(?:${options(bound)}))\\s+(?=(?:${options(subjects)})\\s)`,
  'giu',
)
