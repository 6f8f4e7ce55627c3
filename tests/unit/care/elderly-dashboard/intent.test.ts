import { describe, expect, test } from 'vitest'
import type { VoiceIntent } from '#contract/care/elderly-dashboard.ts'
import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import { intentOf } from '#server/modules/care/elderly-dashboard/commands/intent.ts'

const said: Record<ConversationLanguage, [text: string, intent: VoiceIntent][]> = {
  en: [
    ['Help!', 'help'],
    ['Please help me', 'help'],
    ['I have fallen', 'help'],
    ['Can you help me with the crossword?', 'talk'],
    ['I feel fine today', 'feeling_good'],
    ['I’m not well', 'feeling_poor'],
    ['I do not feel well', 'feeling_poor'],
    ['I have taken my pills', 'medication_taken'],
    ['I have not taken my pills', 'talk'],
    ['When do I take my medicine?', 'next_dose'],
    ['Read me my messages', 'read_messages'],
    ['Please call my daughter', 'call_family'],
    ['What a lovely day', 'talk'],
  ],
  es: [
    ['¡Socorro!', 'help'],
    ['Me he caído', 'help'],
    ['Hoy me siento muy bien', 'feeling_good'],
    ['No me siento bien', 'feeling_poor'],
    ['Me encuentro mal', 'feeling_poor'],
    ['Ya he tomado las pastillas', 'medication_taken'],
    ['No he tomado las pastillas', 'talk'],
    ['¿Cuándo me toca la medicina?', 'next_dose'],
    ['Léeme los mensajes', 'read_messages'],
    ['Llama a mi hija', 'call_family'],
    ['Qué día tan bonito', 'talk'],
  ],
  fr: [
    ['Au secours !', 'help'],
    ['Je suis tombée', 'help'],
    ['Je vais bien', 'feeling_good'],
    ['Je ne vais pas bien', 'feeling_poor'],
    ['J’ai pris mes médicaments', 'medication_taken'],
    ['Je n’ai pas pris mes médicaments', 'talk'],
    ['À quelle heure est mon comprimé ?', 'next_dose'],
    ['Lis-moi mes messages', 'read_messages'],
    ['Appelle ma sœur', 'call_family'],
    ['Quelle belle journée', 'talk'],
  ],
  ja: [
    ['助けて', 'help'],
    ['転びました', 'help'],
    ['今日は元気です', 'feeling_good'],
    ['気分がいいです', 'feeling_good'],
    ['気分が良くないです', 'feeling_poor'],
    ['薬を飲みました', 'medication_taken'],
    ['薬を飲みませんでした', 'talk'],
    ['次の薬はいつですか', 'next_dose'],
    ['メッセージを読んでください', 'read_messages'],
    ['娘に電話してください', 'call_family'],
    ['いい天気ですね', 'talk'],
  ],
  de: [
    ['Hilfe!', 'help'],
    ['Ich bin gestürzt', 'help'],
    ['Mir geht es heute gut', 'feeling_good'],
    ['Mir geht es nicht gut', 'feeling_poor'],
    ['Ich habe meine Tabletten genommen', 'medication_taken'],
    ['Ich habe meine Tabletten nicht genommen', 'talk'],
    ['Wann muss ich meine Medizin nehmen?', 'next_dose'],
    ['Lies mir die Nachrichten vor', 'read_messages'],
    ['Ruf bitte meine Tochter an', 'call_family'],
    ['Was für ein schöner Tag', 'talk'],
  ],
  ar: [
    ['النجدة!', 'help'],
    ['لقد سقطت', 'help'],
    ['أنا بخير اليوم', 'feeling_good'],
    ['لست بخير', 'feeling_poor'],
    ['أخذت دوائي', 'medication_taken'],
    ['لم آخذ دوائي', 'talk'],
    ['متى موعد الدواء؟', 'next_dose'],
    ['اقرأ لي رسائلي', 'read_messages'],
    ['اتصل بابنتي', 'call_family'],
    ['ما أجمل هذا اليوم', 'talk'],
  ],
}

describe('a voice command', () => {
  for (const [language, cases] of Object.entries(said)) {
    test.for(cases)(`in ${language}: %s → %s`, ([text, intent]) => {
      expect(intentOf(text, language as ConversationLanguage)).toBe(intent)
    })
  }
})
