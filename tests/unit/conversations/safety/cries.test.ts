import { expect, test } from 'vitest'
import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import { assess, worrying } from '#server/modules/conversations/safety-watch/assess.ts'

/** What people call out who cannot say more, by language. */
const cries: Record<ConversationLanguage, string[]> = {
  en: [
    'Ambulance!',
    'an ambulance, quick',
    'Severe bleeding.',
    'stroke',
    'fire fire',
    'overdose',
    'broken hip',
    'Police!',
    'Somebody help, fire',
    'Good morning. Ambulance, please.',
    'chest pain',
    'can’t breathe',
  ],
  es: ['una ambulancia', '¡Fuego!', 'sobredosis', 'me quemé', 'policía, por favor', 'hemorragia', 'me ahogo'],
  fr: [
    'Une ambulance, vite !',
    'au feu',
    'surdose',
    'tombée',
    'brûlée',
    'police',
    'hanche cassée',
    'j’étouffe',
  ],
  de: [
    'Krankenwagen!',
    'Notarzt',
    'starke Blutung',
    'Überdosis',
    'Feuer',
    'Hilfe, Feuer',
    'Schlaganfall',
    'keine Luft',
  ],
  ja: [
    '救急車',
    '救急車を',
    '火事だ',
    '過量服薬',
    '大量出血',
    '警察',
    '119番して',
    '道に迷った',
    '息ができない',
  ],
  ar: ['إسعاف', 'حريق!', 'نزيف', 'نزيف شديد', 'جرعة زائدة', 'كسر في الحوض', 'الشرطة', 'ما أشوف شي', 'مسموم'],
}
const all = Object.entries(cries).flatMap(([language, texts]) =>
  texts.map((text): [ConversationLanguage, string] => [language as ConversationLanguage, text]),
)
test.for(all)('in %s “%s” is a danger', ([language, text]) => {
  expect(assess(text, language).risk).toBeGreaterThanOrEqual(worrying)
})

const within: [ConversationLanguage, string][] = [
  ['en', 'a stroke of luck'],
  ['en', 'No fire'],
  ['en', 'We watched the fire in the hearth'],
  ['en', 'The ambulance museum opens on Sunday'],
  ['es', 'El fuego de la chimenea da gusto'],
  ['fr', 'Le feu de bois sent bon'],
  ['fr', 'Une crème brûlée pour le dessert'],
  ['de', 'Das Feuer im Kamin ist schön'],
  ['de', 'Mein Enkel spielt mit seinem Krankenwagen'],
  ['ja', '警察のドラマを見ました'],
  ['ar', 'رأيت سيارة إسعاف حمراء صغيرة في محل الألعاب'],
]
test.for(within)('in %s “%s” is no cry', ([language, text]) => {
  expect(assess(text, language).risk).toBeLessThan(worrying)
})
