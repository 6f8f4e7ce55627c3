import type { Language } from '../languages.ts'
import { readTsv } from '../tsv.ts'

const rowsOf = (file: string, language: Language) =>
  readTsv(new URL(file, import.meta.url)).filter(row => row.language === language)

/** Harmless clauses that say nothing about what stands before or after them. */
export const readInnocent = (language: Language): string[] =>
  rowsOf('innocent.tsv', language).map(({ text = '' }) => text)

/** Two ways to say the same dangerous thing. */
export const readParaphrases = (language: Language): { text: string; paraphrase: string }[] =>
  rowsOf('paraphrases.tsv', language).map(({ text = '', paraphrase = '' }) => ({ text, paraphrase }))

/** What people say around and in between a sentence. */
interface Speech {
  /** What joins two clauses in speech or in its transcript. */
  joins: readonly string[]
  polite: { before: readonly string[]; after: readonly string[] }
  fillers: readonly string[]
}

export const speech: Record<Language, Speech> = {
  en: {
    joins: ['. ', ', ', ' and ', ' '],
    polite: {
      before: ['Excuse me, ', 'Sorry to bother you, ', 'If you have a minute, ', 'Please, dear, '],
      after: [', thank you', ', please', ', if you do not mind my saying', ', sorry to trouble you'],
    },
    fillers: ['um', 'er', 'you know', 'well', 'I mean', 'sort of'],
  },
  es: {
    joins: ['. ', ', ', ' y ', ' '],
    polite: {
      before: ['Perdone, ', 'Disculpe que le moleste, ', 'Por favor, ', 'Mire usted, '],
      after: [', gracias', ', por favor', ', si no es molestia', ', perdone que se lo diga'],
    },
    fillers: ['eh', 'pues', 'este', 'o sea', 'bueno', 'mire'],
  },
  fr: {
    joins: ['. ', ', ', ' et ', ' '],
    polite: {
      before: ['Excusez-moi, ', 'Pardon de vous déranger, ', 'S’il vous plaît, ', 'Dites, '],
      after: [', merci', ', s’il vous plaît', ', si ça ne vous dérange pas', ', pardonnez-moi'],
    },
    fillers: ['euh', 'ben', 'enfin', 'voyez-vous', 'disons', 'quoi'],
  },
  de: {
    joins: ['. ', ', ', ' und ', ' '],
    polite: {
      before: ['Entschuldigen Sie, ', 'Verzeihung, wenn ich störe, ', 'Bitte, ', 'Ach, hören Sie, '],
      after: [', danke', ', bitte', ', wenn ich das sagen darf', ', verzeihen Sie'],
    },
    fillers: ['äh', 'ähm', 'also', 'na ja', 'halt', 'wissen Sie'],
  },
  ja: {
    joins: ['。', '、', 'それで、', ' '],
    polite: {
      before: [
        'すみません、',
        'あの、申し訳ないんですが、',
        'お忙しいところすみません、',
        'ちょっといいですか、',
      ],
      after: ['、ありがとうございます', '、すみませんね', '、ごめんなさいね', '、よろしくお願いします'],
    },
    fillers: ['えーと', 'あのう', 'まあ', 'その', 'なんか', 'ええ'],
  },
  ar: {
    joins: ['. ', '، ', ' و', ' '],
    polite: {
      before: ['لو سمحت، ', 'عفوًا على الإزعاج، ', 'من فضلك، ', 'اسمعيني يا بنتي، '],
      after: ['، شكرًا', '، لو سمحت', '، الله يعطيك العافية', '، لا تؤاخذني'],
    },
    fillers: ['يعني', 'آه', 'طيب', 'والله', 'إيه', 'يا أخي'],
  },
}
