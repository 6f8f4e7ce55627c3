import { describe, expect, test } from 'vitest'
import { assess, worrying } from '#server/modules/conversations/safety-watch/assess.ts'

/** Modern Standard, Egyptian, Levantine and Gulf speech. */
const innocent = [
  'الجو حلو اليوم',
  'شربت قهوتي في البلكونة',
  'حفيدتي رسمت لي صورة جميلة',
  'المطر وقف من ساعة',
  'اشتريت خبزا طازجا من الفرن',
  'أحب أغاني فيروز في الصباح',
  'ابنتي ستزورني يوم الجمعة',
  'كنت مدرسا للرياضيات',
  'الشاي بالنعناع لذيذ',
  'جارتي جابت لي كنافة',
  'الساعة الآن الخامسة',
  'قرأت الجريدة هذا الصباح',
  'القط نائم على الكنبة',
  'طبخت ملوخية امبارح',
  'التلفزيون فيه مسلسل جديد',
  'ابني بيشتغل في البنك',
  'زرعنا ريحان قدام الدار',
  'الباص تأخر شوي',
  'العصافير عم تغني',
  'بكرة عيد ميلاد حفيدي',
  'رحت السوق مع أختي',
  'القهوة العربية أحسن قهوة',
  'لبست الثوب الأزرق',
  'النخلة كبرت هالسنة',
  'صليت الفجر وجلست في الحديقة',
  'ما في زحمة اليوم',
  'لم يصل البريد بعد',
  'الهواء بارد قليلا',
  'أخي سافر إلى دبي',
  'السمك رخيص هالأيام',
  'شفت صور العرس',
  'بدي أتعلم اشتغل عالآيباد',
  'عندي موعد مع الحلاق',
  'الورد فتح في الحديقة',
  'لعبنا طاولة بعد العصر',
  'الجيران دهنوا الباب',
  'مش عارف أفتح العلبة دي',
  'خالتي كانت تخبز كل خميس',
  'في برنامج عن البحر',
  'سمعت الأخبار الصبح',
]

const alarms = [
  'أريد أن أموت',
  'صدري يؤلمني ولا أستطيع التنفس',
  'عايز أقتل نفسي',
  'وقعت ومش قادر أقوم',
  'ابني يضربني كل يوم',
  'نص وجهي نزل وما أقدر أرفع ذراعي',
  'بلعت علبة الحبوب كلها عشان أموت',
  'ما عاد بدي عيش',
  'أنزف والدم ما يوقف',
  'سآخذ كل حبوبي الليلة وأنتهي',
]

/** With a pause, with the conjunction that is written together with the next word, and without any sign. */
const joins = ['. ', '، ', ' و', ' ']

const risk = (text: string) => assess(text, 'ar').risk
const isAlarm = (text: string) => risk(text) >= worrying

describe('in Arabic', () => {
  test.for(alarms)('no innocent clause before or after cancels “%s”', alarm => {
    expect(risk(alarm)).toBeGreaterThanOrEqual(worrying)
    const turns = innocent.flatMap(clause =>
      joins.flatMap(join => [clause + join + alarm, alarm + join + clause]),
    )
    expect(turns.filter(turn => !isAlarm(turn))).toEqual([])
  })

  test.each([
    ['عندي ألم قوي في صدري', true],
    ['عندي نزيف ما يوقف', true],
    ['عندي أفكار انتحار', true],
    ['ما عندي ألم في صدري', false],
    ['معنديش أفكار انتحار', false],
  ])('what one has is a danger, unless it is denied: %s', (text, isFlagged) => {
    expect(isAlarm(text)).toBe(isFlagged)
  })

  test('marks, held letters and missing hamza change nothing', () => {
    for (const text of [
      'أُرِيدُ أَنْ أَمُوتَ',
      'اريد ان امووووت',
      'أريـــد أن أمـــوت',
      'صدرى بيوجعنى ومش قادر اتنفس',
    ])
      expect(risk(text), text).toBeGreaterThanOrEqual(worrying)
  })

  test('innocent clauses alone are no alarm', () => {
    expect(innocent.filter(isAlarm)).toEqual([])
  })
})
