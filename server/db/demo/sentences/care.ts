import type { Place } from '../places.ts'

/** Notes and messages of carers, in one language. */
interface CareBank {
  tasks: readonly string[]
  goals: readonly string[]
  messages: readonly string[]
  /** Requests a check-in. */
  asks: readonly string[]
}

export const careBanks: Record<Place['locale'], CareBank> = {
  en: {
    tasks: ['Refill the pill box', 'Buy groceries', 'Book the eye doctor', 'Change the pendant’s battery'],
    goals: ['Walk for twenty minutes a day', 'Drink eight glasses of water', 'Sleep through the night'],
    messages: [
      'I come by on Sunday and bring cake.',
      'The doctor says the results are good.',
      'Lovely to hear your voice this morning.',
      'The children send their love.',
    ],
    asks: ['How are you today?', 'Did you sleep well?'],
  },
  es: {
    tasks: ['Rellenar el pastillero', 'Hacer la compra', 'Pedir cita con el oculista', 'Cambiar la pila'],
    goals: ['Caminar veinte minutos al día', 'Beber ocho vasos de agua', 'Dormir toda la noche'],
    messages: [
      'El domingo paso y llevo un pastel.',
      'El médico dice que los resultados son buenos.',
      'Qué alegría oírte esta mañana.',
      'Los niños te mandan besos.',
    ],
    asks: ['¿Cómo estás hoy?', '¿Has dormido bien?'],
  },
  fr: {
    tasks: [
      'Remplir le pilulier',
      'Faire les courses',
      'Prendre rendez-vous chez l’oculiste',
      'Changer la pile',
    ],
    goals: ['Marcher vingt minutes par jour', 'Boire huit verres d’eau', 'Dormir toute la nuit'],
    messages: [
      'Je passe dimanche avec un gâteau.',
      'Le médecin dit que les résultats sont bons.',
      'Quel plaisir de t’entendre ce matin.',
      'Les enfants t’embrassent.',
    ],
    asks: ['Comment vas-tu aujourd’hui ?', 'As-tu bien dormi ?'],
  },
  de: {
    tasks: ['Tablettendose füllen', 'Einkaufen', 'Termin beim Augenarzt machen', 'Batterie wechseln'],
    goals: ['Zwanzig Minuten am Tag gehen', 'Acht Gläser Wasser trinken', 'Durchschlafen'],
    messages: [
      'Ich komme am Sonntag und bringe Kuchen mit.',
      'Der Arzt sagt, die Werte sind gut.',
      'Schön, heute früh deine Stimme zu hören.',
      'Die Kinder grüßen dich.',
    ],
    asks: ['Wie geht es dir heute?', 'Hast du gut geschlafen?'],
  },
  ja: {
    tasks: ['薬ケースを補充する', '買い物をする', '眼科を予約する', '電池を交換する'],
    goals: ['一日二十分歩く', '水を八杯飲む', '朝まで眠る'],
    messages: [
      '日曜日にケーキを持って行きます。',
      'お医者さんは結果は良好だと言っていました。',
      '今朝は声が聞けてうれしかったです。',
      '子どもたちがよろしくと言っています。',
    ],
    asks: ['今日の調子はどうですか。', 'よく眠れましたか。'],
  },
  ar: {
    tasks: ['تعبئة علبة الأدوية', 'شراء الحاجيات', 'حجز موعد عند طبيب العيون', 'تغيير البطارية'],
    goals: ['المشي عشرين دقيقة كل يوم', 'شرب ثمانية أكواب ماء', 'النوم طوال الليل'],
    messages: [
      'سآتي يوم الأحد ومعي كعكة.',
      'يقول الطبيب إن النتائج جيدة.',
      'سعدت بسماع صوتك هذا الصباح.',
      'الأولاد يسلمون عليك.',
    ],
    asks: ['كيف حالك اليوم؟', 'هل نمت جيدًا؟'],
  },
}
