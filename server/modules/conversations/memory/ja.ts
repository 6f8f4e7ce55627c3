import type { MemoryLanguage } from './memory.ts'

const thing = '([^、。！？!?\\sはがをにでと]{1,12})'
const whole = ([statement = '', subject = '']: string[]) => ({
  subject,
  statement: statement.replace(/^(?:私|わたし|僕|うち)の/u, '').replace(/^お?薬/u, 'お薬'),
})

/** Japanese is said back word for word: what was said stands in quotation marks. */
export const japanese: MemoryLanguage = {
  statements: [
    {
      pattern: new RegExp(`(?:私の|わたしの|うちの)?${thing}の名前は[^、。！？]{1,30}(?:です|だ)`, 'u'),
      fact: whole,
    },
    {
      pattern: /(?:私の|わたしの)?((?:次の)?(?:誕生日|予約|診察|記念日|手術))は[^、。！？]{1,30}(?:です|だ)/u,
      fact: whole,
    },
    {
      pattern: /(?:私の|わたしの)?(好きな[^、。！？はがをに]{1,10})は[^、。！？]{1,30}(?:です|だ)/u,
      fact: whole,
    },
    {
      pattern: new RegExp(
        `(?:私の|わたしの)?${thing}は[^、。！？]{1,30}に(?:ある|あります|置いてある|置いてあります|置いています|しまってある|しまってあります|しまっています)`,
        'u',
      ),
      fact: whole,
    },
    {
      pattern: new RegExp(
        `${thing}を[^、。！？]{1,30}に(?:置きました|しまいました|入れました|置いた|しまった)`,
        'u',
      ),
      fact: whole,
    },
    {
      pattern: new RegExp(`${thing}は(?:毎日|毎朝|毎晩)?[^、。！？]{1,20}に飲(?:みます|んでいます|む)`, 'u'),
      fact: whole,
    },
    {
      pattern: /[^、。！？は]{1,15}で(生まれ|育ち|働い)(?:ました|まし?た|ていました|た)/u,
      fact: whole,
    },
  ],
  isQuestion: /[?？]|どこ|いつ|誰|だれ|何|なん(?:です|でし)|どれ|覚えて(?:い|ます)/u,
  isQuestionAboutSelf:
    /(?:私|わたし|うち)の.{0,15}(?:どこ|いつ|誰|だれ|何|なん)|(?:は|を)(?:どこ|いつ|誰|何).{0,12}(?:でした|置き|しまい|生まれ|ましたか|ですか)|覚えて(?:いますか|ますか)/u,
  synonyms: [
    ['薬', 'お薬', 'くすり', '錠剤'],
    ['眼鏡', 'めがね', 'メガネ'],
  ],
}
