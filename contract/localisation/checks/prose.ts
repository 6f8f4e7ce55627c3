import { placeholder, tag } from '../text-forms.ts'

/** Stands for code; neither a letter nor a space. */
export const codeMark = '\uFFFC'
const mask = (code: string) => codeMark.repeat(code.length)

export const url =
  /\b(?:https?|wss?|mailto|tel):[^\s<>"'’“”«»「」（）()،。、]+|\bwww\.[^\s<>"'’“”«»「」（）()،。、]+/giu
export const email = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/gu

/** The text with placeholders and tags masked, at the same offsets. */
export const proseOf = (text: string): string => text.replaceAll(placeholder, mask).replaceAll(tag, mask)

/** The same without addresses. */
export const wordsOf = (text: string): string => proseOf(text).replaceAll(url, mask).replaceAll(email, mask)
