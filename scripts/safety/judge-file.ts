import { readFileSync } from 'node:fs'
import { judge } from './judge.ts'
import { isLanguage, languages } from './languages.ts'

/** Prints the judgement of each line of a file (language, tab, text; a heading is skipped), one JSON object a line. */
export function judgeFile(file: string): void {
  for (const [at, line] of readFileSync(file, 'utf8').trimEnd().split(/\r?\n/).entries()) {
    const [language = '', ...rest] = line.split('\t')
    if (at === 0 && language === 'language') continue
    if (!isLanguage(language))
      throw new Error(
        `Line ${at + 1} of ${file} begins with “${language}”, not with one of ${languages.join(', ')}`,
      )
    const text = rest.join('\t')
    console.log(JSON.stringify({ language, text, ...judge(text, language) }))
  }
}
