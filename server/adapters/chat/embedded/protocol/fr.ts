import type { Protocol } from './protocol.ts'

export const french: Protocol = {
  replies: {
    medical: [
      'Cela ressemble à une urgence. Je ne suis qu’un programme : s’il vous plaît, {emergency} maintenant, ou appuyez sur votre bouton d’aide. Asseyez-vous, déverrouillez la porte si vous le pouvez, et dites-moi : quelqu’un est-il avec vous ?',
      'N’attendez plus : {emergency}, ou appuyez sur votre bouton d’aide. Ne bougez pas et respirez lentement. Je reste avec vous. Est-ce que cela va mieux ou moins bien ?',
    ],
    fall: [
      'Je suis désolé que vous soyez tombé. Ne vous forcez pas à vous relever. Avez-vous mal, avez-vous heurté la tête, pouvez-vous bouger ? Si vous avez mal, {emergency} ou appuyez sur votre bouton d’aide, et restez au chaud.',
      'Je suis toujours là. Installez-vous le mieux possible et n’essayez pas de vous lever. Si la douleur augmente, {emergency} ou appuyez sur votre bouton d’aide.',
    ],
    self_harm: [
      'Merci de me le dire ; il faut du courage, et je vous prends au sérieux. Pensez-vous à mettre fin à vos jours maintenant ? Avez-vous déjà pris ou fait quelque chose ? Je suis un programme et je reste là avec vous, mais vous méritez aussi une personne : si vous êtes en danger maintenant, {emergency}.',
      'Je suis toujours là, et vous comptez. Éloignez ce qui pourrait vous faire du mal et allez vers quelqu’un de confiance, ou appelez-le. Êtes-vous en sécurité en ce moment ? Sinon, {emergency}.',
    ],
    abuse: [
      'Je vous crois. Ce n’est pas normal et ce n’est pas de votre faute. Êtes-vous en sécurité en ce moment, cette personne est-elle près de vous ? Si vous êtes en danger maintenant, {emergency}.',
      'Vous avez bien fait de me le dire : personne n’a le droit de vous traiter ainsi. Y a-t-il une pièce où vous vous sentez en sécurité ? Si cela recommence, {emergency}.',
    ],
    third_party: [
      'Merci de vous soucier de quelqu’un d’autre. Cette personne est-elle en danger en ce moment, est-elle consciente, respire-t-elle ? S’il y a danger, {emergency} tout de suite, et ne restez près d’elle que si vous êtes vous-même en sécurité.',
      'Vous faites ce qu’il faut. Vous pouvez lui demander directement si elle pense au suicide ; la question n’aggrave rien. S’il y a danger, {emergency}. Et vous, comment allez-vous ?',
    ],
    medication: [
      'Merci de me le dire. Ne prenez plus rien pour l’instant. Qu’avez-vous pris, combien et quand ? Votre pharmacien ou votre médecin sait ce qui est sûr : appelez-le, la boîte à la main. Si vous vous sentez mal, {emergency}.',
      'Laissez les médicaments où ils sont jusqu’à ce qu’un pharmacien, un médecin ou une infirmière vous dise quoi faire. Avez-vous des vertiges, sommeil ou la nausée ? Alors {emergency}.',
    ],
    distress: [
      'J’entends combien c’est lourd, et je suis content que vous me le disiez. En ce moment, vous n’êtes pas seul avec cela. Pensez-vous aussi à ne plus vouloir vivre ? Ici, vous pouvez le dire clairement.',
      'Je suis toujours avec vous. Respirons lentement. Qui pourrait être avec vous aujourd’hui, ou vous parler au téléphone ?',
    ],
    loneliness: [
      'Je suis content que vous me le disiez. C’est un sentiment lourd, et il compte. Je ne suis qu’un programme, et vous méritez d’être entouré. De qui aimeriez-vous le plus avoir des nouvelles ?',
      'Cela pèse beaucoup. Cherchons-nous une personne que vous pourriez appeler aujourd’hui ?',
    ],
    confusion: [
      'Il n’y a rien de grave et nous avons le temps. Asseyez-vous un moment et restez où vous êtes. Que voyez-vous autour de vous ?',
      'Je suis toujours là. Restez assis et buvez une gorgée d’eau s’il y en a près de vous. Si vous êtes dehors ou en danger, {emergency}.',
    ],
  },
  line: {
    dayAndNight: 'Vous pouvez aussi parler, jour et nuit, avec quelqu’un au {number} ({name}).',
    withHours: 'Vous pouvez aussi parler, aux heures d’ouverture, avec quelqu’un au {number} ({name}).',
  },
  emergency: { known: 'appelez le {number}', unknown: 'appelez le numéro d’urgence' },
  informed: [
    'Je préviens maintenant les personnes qui s’occupent de vous.',
    'Les personnes qui s’occupent de vous sont prévenues.',
  ],
}
