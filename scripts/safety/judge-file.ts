import { readFileSync } from 'node:fs'
import { judge } from './judge.ts'
import { isLanguage, languages } from './languages.ts'

/** Judges each line of a file (language, tab, text; a heading is skipped). Returns one JSON object per line. */
export function judgeFile(file: string): string[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split(/\r?\n/)
  return lines.flatMap((line, at) => {
    const [language = '', ...rest] = line.split('\t')
    if (at === 0 && language === 'language') return []
    if (!isLanguage(language))
      throw new Error(`Line ${at + 1} begins with “${language}” instead of one of ${languages.join(', ')}`)
    const text = rest.join('\t')
    return [JSON.stringify({ language, text, ...judge(text, language) })]
  })
}
