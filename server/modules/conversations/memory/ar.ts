import type { MemoryLanguage } from './memory.ts'

/** "My" at the end of a word, and "your" in its place. */
const yours = (word: string) => word.replace(/تي$/u, 'تك').replace(/ي$/u, 'ك')
const thing = '(\\p{L}{2,20}ي)'
const rest = '([^.!?؟;؛]{1,100})'
const placePattern = `((?:في|على|تحت|خلف|ورا|وراء|جنب|بجانب|عند|فوق|داخل|أمام|قرب) ${rest})`

export const arabic: MemoryLanguage = {
  statements: [
    {
      pattern: new RegExp(`(?<!\\p{L})(?:اسم )${thing} ${rest}`, 'u'),
      fact: ([, subject = '', name = '']) => ({
        subject,
        statement: `اسم ${yours(subject)} ${name}`,
      }),
    },
    {
      pattern: new RegExp(`(?<!\\p{L})${thing} (?:اسمها|اسمه) ${rest}`, 'u'),
      fact: ([, subject = '', name = '']) => ({ subject, statement: `اسم ${yours(subject)} ${name}` }),
    },
    {
      pattern: new RegExp(`(?<!\\p{L})(موعدي|عمليتي|عيد ميلادي|عيد زواجي) ((?:يوم |في )?${rest})`, 'u'),
      fact: ([, subject = '', what = '']) => ({ subject, statement: `${yours(subject)} ${what}` }),
    },
    {
      pattern: new RegExp(`(?<!\\p{L})${thing} (?:دائما |دائمًا |الآن |موجودة? )?${placePattern}`, 'u'),
      fact: ([, subject = '', where = '']) => ({ subject, statement: `${yours(subject)} ${where}` }),
    },
    {
      pattern: new RegExp(`(?<!\\p{L})(?:أضع|وضعت|احط|أحط|حطيت|تركت|أحفظ) ${thing} ${placePattern}`, 'u'),
      fact: ([, subject = '', where = '']) => ({ subject, statement: `${yours(subject)} ${where}` }),
    },
    {
      pattern: new RegExp(
        `(?<!\\p{L})(?:آخذ|أتناول|باخد|اخذ) ${thing} ((?:الساعة|مع|قبل|بعد|في|كل) ${rest})`,
        'u',
      ),
      fact: ([, subject = '', when = '']) => ({
        subject,
        statement: `تأخذ ${yours(subject)} ${when}`,
      }),
    },
    {
      pattern: new RegExp(
        `(?<!\\p{L})(ولدت|نشأت|كبرت|أعيش|أسكن|ساكن|ساكنة|عملت) ((?:في|ب|عند|قرب) ?${rest})`,
        'u',
      ),
      fact: ([, verb = '', where = '']) => ({
        subject: verb,
        statement: `${verb.replace(/^أعيش$/u, 'تعيش').replace(/^أسكن$/u, 'تسكن')} ${where}`,
      }),
    },
  ],
  isQuestion: /[?؟]|^(?:أين|اين|وين|فين|متى|من|مين|ما|ماذا|كيف|هل|شو|ايش)(?!\p{L})/u,
  isQuestionAboutSelf:
    /(?:أين|اين|وين|فين|متى|ما اسم|من|مين|هل تتذكر|هل تعرف).{0,40}(?:\p{L}{2,}ي(?!\p{L})|ولدت|نشأت|أعيش|أسكن|وضعت)/u,
  synonyms: [
    ['دوائي', 'دواي', 'أدويتي', 'حبوبي', 'علاجي'],
    ['نظارتي', 'نظاراتي'],
    ['هاتفي', 'جوالي', 'موبايلي', 'تلفوني'],
  ],
}
