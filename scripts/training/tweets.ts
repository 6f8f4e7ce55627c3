import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const tweetLanguages = ['en', 'es', 'fr', 'de', 'ar'] as const
export type TweetLanguage = (typeof tweetLanguages)[number]
/** In the order of the files' labels. */
export const sides = ['negative', 'neutral', 'positive'] as const

export interface Tweet {
  language: TweetLanguage
  text: string
  label: number
}

const unescaped = (text: string) =>
  text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** XLM-T's training tweets (Barbieri et al., LREC 2022; Apache 2.0). @param folder holds `<language>.train.tsv` */
export const readTweets = (folder: string): Tweet[] =>
  tweetLanguages.flatMap(language =>
    readFileSync(join(folder, `${language}.train.tsv`), 'utf8')
      .trim()
      .split('\n')
      .map(line => {
        const [label = '', ...text] = line.split('\t')
        return { language, text: unescaped(text.join(' ')), label: Number(label) }
      }),
  )
