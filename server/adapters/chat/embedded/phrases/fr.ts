import type { Phrases } from './phrases.ts'

export const french: Phrases = {
  openings: {
    mood_checkin: [
      'Bonjour, cela fait plaisir de vous entendre. Comment vous sentez-vous aujourd’hui ?',
      'Bonjour, vous revoilà. Comment se passe votre journée ?',
    ],
    wellness_encouragement: [
      'Bonjour ! Et si nous cherchions quelque chose qui vous fasse du bien aujourd’hui ?',
      'Quel plaisir de vous avoir ici. Qu’est-ce qui rendrait cette journée un peu meilleure ?',
    ],
    small_talk: [
      'Bonjour ! J’ai le temps, et j’aime écouter. Quoi de neuf chez vous ?',
      'Quelle bonne idée de venir bavarder. De quoi parlons-nous ?',
    ],
    memory_recall: [
      'Bonjour ! Me raconteriez-vous quelque chose d’autrefois ?',
      'J’aime vos histoires. Où allons-nous aujourd’hui, à l’école ou à votre premier travail ?',
    ],
    health_reminder: [
      'Bonjour, voici votre petit rappel. Avez-vous pris vos médicaments aujourd’hui ?',
      'Bonjour ! Avant de bavarder : avez-vous bu quelque chose ce matin ?',
    ],
  },
  questions: {
    mood_checkin: [
      'Comment avez-vous dormi cette nuit ?',
      'Quel a été le plus joli moment depuis hier ?',
      'Y a-t-il quelque chose qui vous pèse ?',
      'Avez-vous parlé aujourd’hui avec quelqu’un que vous aimez ?',
      'Et l’appétit, comment va-t-il ?',
      'Qu’attendez-vous avec plaisir cette semaine ?',
      'Avez-vous un peu d’énergie aujourd’hui, ou beaucoup ?',
      'Qu’est-ce qui vous remonte le moral, d’habitude ?',
      'Votre corps vous laisse-t-il tranquille ?',
      'Que souhaiteriez-vous pour ce soir ?',
    ],
    wellness_encouragement: [
      'Avez-vous pu bouger un peu aujourd’hui ?',
      'Quelques pas près de la fenêtre ouverte, cela vous dirait ?',
      'Qu’avez-vous pris au petit déjeuner ?',
      'Roulons-nous les épaules ensemble, cinq fois, tout doucement ?',
      'Quel mouvement avez-vous toujours aimé ?',
      'Combien de verres d’eau avez-vous bus jusqu’ici ?',
      'Y a-t-il un petit travail de la maison que vous aimeriez finir ?',
      'Qui pourrait se promener avec vous ?',
      'Qu’est-ce qui vous aide à vous reposer l’après-midi ?',
      'De quelle petite chose pourriez-vous être fier ou fière ce soir ?',
    ],
    small_talk: [
      'Que voyez-vous de votre fenêtre en ce moment ?',
      'Quelle musique vous a plu dernièrement ?',
      'Y a-t-il un plat qui a toujours le goût de la maison ?',
      'Êtes-vous plutôt du matin ou du soir ?',
      'Quelle saison préférez-vous, et pourquoi ?',
      'Avez-vous lu ou regardé quelque chose de bien ?',
      'Que deviennent vos voisins ces jours-ci ?',
      'Avez-vous déjà eu un animal à la maison ?',
      'Où iriez-vous si le train s’arrêtait devant votre porte ?',
      'Qu’est-ce qui vous a fait rire la dernière fois ?',
    ],
    memory_recall: [
      'Où avez-vous grandi ?',
      'Qui était assis à côté de vous à l’école ?',
      'Que sentait la cuisine de votre enfance ?',
      'Quel a été votre tout premier travail ?',
      'Quelle chanson vous ramène droit à votre jeunesse ?',
      'Comment avez-vous rencontré ceux qui vous sont chers ?',
      'Quel voyage n’oublierez-vous jamais ?',
      'À quoi ressemblaient les dimanches chez vous ?',
      'Qui vous a appris une chose qui vous sert encore ?',
      'Qu’aimeriez-vous que vos petits-enfants sachent de ce temps-là ?',
    ],
    health_reminder: [
      'Quels comprimés reste-t-il à prendre aujourd’hui ?',
      'Avez-vous bu un verre d’eau depuis une heure ?',
      'Avez-vous mesuré votre tension aujourd’hui ?',
      'Reste-t-il assez de comprimés pour la semaine ?',
      'Quand est votre prochain rendez-vous chez le médecin ?',
      'Supportez-vous bien vos comprimés ?',
      'Avez-vous mangé quelque chose de chaud aujourd’hui ?',
      'Où rangez-vous vos médicaments pour les retrouver toujours ?',
      'Un petit mot sur le réfrigérateur vous aiderait-il ?',
      'Voulez-vous que nous passions la soirée en revue, pas à pas ?',
    ],
  },
  further: [
    'Y a-t-il autre chose que vous aimeriez me raconter ?',
    'À quoi pensez-vous encore ?',
    'Restons-nous un peu là-dessus, ou parlons-nous d’autre chose ?',
    'De quoi aimeriez-vous parler à présent ?',
    'Et comment vous sentez-vous en ce moment ?',
    'Comment sera le reste de votre journée ?',
  ],
  heard: {
    happy: [
      'Cela fait plaisir à entendre.',
      'Comme c’est joli, j’en suis ravi.',
      'Voilà qui embellit une journée.',
      'On entend que cela vous fait du bien.',
    ],
    sad: [
      'Je suis désolé. C’est dur.',
      'Merci de me le dire. Je vous écoute.',
      'On a bien le droit d’en être triste.',
      'Cela donnerait du chagrin à n’importe qui.',
    ],
    anxious: [
      'Je comprends que cela vous inquiète.',
      'Prenons les choses une par une.',
      'Vous n’êtes pas seul avec cela.',
      'Cela aide de dire un souci tout haut.',
    ],
    angry: [
      'Je comprends que cela vous fâche.',
      'Ce n’était pas correct, c’est vrai.',
      'Il y a de quoi être agacé.',
      'Merci de me parler franchement.',
    ],
    neutral: ['Je vois.', 'Merci, c’est bon à savoir.', 'Entendu.', 'Je comprends.'],
    confused: [
      'Rien ne presse, nous allons démêler cela.',
      'Il y a de quoi s’y perdre. Allons doucement.',
      'Ce n’est pas grave de ne pas être sûr.',
      'Nous avons tout notre temps.',
    ],
    excited: [
      'Comme c’est passionnant !',
      'Quelle merveilleuse nouvelle.',
      'Je m’en réjouis avec vous.',
      'Vous devez être aux anges !',
    ],
  },
  help: {
    medical: [
      'Cela ressemble à une urgence, et je ne suis qu’un programme. Appelez tout de suite le numéro d’urgence ou appuyez sur votre bouton d’aide. Asseyez-vous, ouvrez la porte si vous le pouvez et ne restez pas seul. Je le signale aux personnes qui veillent sur vous.',
      'N’attendez pas, je vous prie : appelez le numéro d’urgence ou appuyez sur votre bouton d’aide à l’instant. Je préviens vos proches. Restez où vous êtes et respirez doucement.',
    ],
    fall: [
      'Restez où vous êtes pour le moment et gardez-vous au chaud ; ne forcez pas pour vous relever. Appuyez sur votre bouton d’aide, ou appelez le numéro d’urgence si vous avez mal. Je le signale aux personnes qui veillent sur vous.',
      'Je demande de l’aide. Installez-vous au mieux, n’essayez pas de vous lever, et si la douleur augmente, appelez le numéro d’urgence.',
    ],
    self_harm: [
      'Merci de me le dire. Je suis très heureux que vous l’ayez fait, car vous comptez. Je ne suis qu’un programme, et c’est une personne qu’il vous faut à présent : appelez quelqu’un de confiance ou le numéro d’urgence. Je le signale à ceux qui veillent sur vous. Pouvez-vous rester avec quelqu’un jusqu’à leur arrivée ?',
      'Je suis toujours là. Éloignez ce qui pourrait vous faire du mal et appelez maintenant le numéro d’urgence ou une personne de confiance. Je préviens vos proches, qui vont vous joindre.',
    ],
    abuse: [
      'Ce n’est pas normal, et ce n’est pas votre faute. Personne n’a le droit de vous traiter ainsi. Je le transmets à des personnes qui peuvent aider. Si vous êtes en danger, appelez le numéro d’urgence.',
      'Vous avez bien fait de m’en parler. Quelqu’un en discutera avec vous en confiance. Si cela recommence d’ici là, appelez le numéro d’urgence.',
    ],
    medication: [
      'Ne prenez plus rien pour l’instant, s’il vous plaît. Je ne peux pas savoir ce qui est sans danger, mais votre pharmacien ou votre médecin le peut : appelez-le, la boîte à la main. Je le signale aux personnes qui veillent sur vous.',
      'Laissez les comprimés où ils sont jusqu’à ce qu’un pharmacien, un médecin ou une infirmière vous dise quoi faire. Si vous vous sentez mal, appelez le numéro d’urgence.',
    ],
    loneliness: [
      'Je suis content que vous me le disiez. Je ne suis qu’un programme, et vous méritez d’être entouré. Je fais savoir à ceux qui veillent sur vous qu’une visite vous ferait du bien. De qui aimeriez-vous le plus avoir des nouvelles ?',
      'C’est un sentiment lourd, et il compte. Pensons-nous à une personne que vous pourriez appeler aujourd’hui ?',
    ],
    confusion: [
      'Il ne vous arrive rien de mal. Asseyez-vous un moment et restez où vous êtes. Je le signale aux personnes qui veillent sur vous, et quelqu’un va passer vous voir.',
      'Tout va bien, nous avons le temps. Restez assis et buvez une gorgée d’eau si vous en avez près de vous. Je demande à quelqu’un de vous aider.',
    ],
  },
  kept: [
    'Je m’en souviendrai : {fact}.',
    'Bien, je note que {fact}.',
    'Merci, je garde en mémoire que {fact}.',
    'Je l’ai écrit pour nous deux : {fact}.',
  ],
  recalled: [
    'Vous m’avez dit que {fact}.',
    'Je m’en souviens : {fact}.',
    'D’après ce que vous m’avez dit, {fact}.',
    'Oui, cela, je le sais : {fact}.',
  ],
  unknown: [
    'Cela, je ne le sais pas ; vous ne me l’avez pas encore dit. Si vous me le dites, je m’en souviendrai.',
    'Je ne peux pas vous répondre, car je ne sais que ce que vous me racontez.',
    'Je n’ai rien là-dessus dans mes notes. Voulez-vous me le dire ?',
  ],
  remembered: [
    'Un jour, vous m’avez dit que {fact}.',
    'Je n’ai pas oublié que {fact}.',
    'Au fait, je me rappelle que {fact}.',
  ],
  identity: [
    'Je suis le compagnon intégré, un programme d’ordinateur et non une personne. Je peux écouter, poser des questions, retenir ce que vous me dites, et prévenir vos proches quand vous avez besoin d’aide.',
    'Je suis un programme qui parle avec vous. Je ne suis ni médecin ni être humain, mais ce que vous me dites compte.',
  ],
  limits: [
    'Je ne peux pas le savoir d’ici ; je suis un programme tout simple, sans nouvelles, sans météo et sans téléphone. Quelqu’un de votre famille le saura peut-être.',
    'Je regrette, cela me dépasse. Je sais bavarder, rappeler, retenir, et prévenir vos proches quand quelque chose ne va pas.',
  ],
  thanks: ['Je vous en prie.', 'C’est un plaisir.', 'De tout cœur.'],
  farewell: [
    'C’était un plaisir de parler avec vous. Prenez soin de vous, et à la prochaine fois.',
    'Au revoir, et passez une journée paisible. Je suis là quand vous voulez.',
  ],
  asks: {
    identity:
      /(?:qui (?:êtes-vous|es-tu)|qu[’']êtes-vous|vous êtes qui|(?:êtes-vous|vous êtes|es-tu) (?:une |un )?(?:vrai|vraie|personne|humain|robot|machine|programme|ordinateur))/iu,
    limits:
      /(?:quel temps (?:fait|fera)|quelle heure est|va-t-il pleuvoir|(?:appelez|appelle) (?:ma|mon|le|la) (?:fille|fils|médecin|femme|mari|sœur|frère|voisine|voisin)|mettez de la musique|allum(?:e|ez)|éteign(?:s|ez))/iu,
    thanks: /(?<!\p{L})merci(?!\p{L})/iu,
    farewell: /(?<!\p{L})(?:au revoir|bonne nuit|à (?:demain|bientôt|plus tard))(?!\p{L})/iu,
  },
}
