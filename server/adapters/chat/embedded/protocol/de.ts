import type { Protocol } from './protocol.ts'

export const german: Protocol = {
  replies: {
    medical: [
      'Das klingt nach einem Notfall. Ich bin nur ein Programm: Bitte {emergency}, jetzt gleich, oder drücken Sie Ihren Notrufknopf. Setzen Sie sich, schließen Sie die Tür auf, wenn Sie können, und sagen Sie mir: Ist jemand bei Ihnen?',
      'Bitte warten Sie nicht länger: {emergency}, oder drücken Sie Ihren Notrufknopf. Bleiben Sie ruhig und atmen Sie langsam. Ich bleibe bei Ihnen. Wird es besser oder schlimmer?',
    ],
    fall: [
      'Es tut mir leid, dass Sie gestürzt sind. Bitte stehen Sie nicht mit Gewalt auf. Haben Sie Schmerzen, haben Sie sich den Kopf gestoßen, können Sie sich bewegen? Wenn etwas weh tut, {emergency} oder drücken Sie Ihren Notrufknopf, und halten Sie sich warm.',
      'Ich bin noch da. Legen Sie sich so bequem wie möglich hin und versuchen Sie nicht aufzustehen. Wenn die Schmerzen zunehmen, {emergency} oder drücken Sie Ihren Notrufknopf.',
    ],
    self_harm: [
      'Danke, dass Sie mir das sagen. Das braucht Mut, und ich nehme es ernst. Denken Sie daran, sich jetzt das Leben zu nehmen? Haben Sie schon etwas genommen oder getan? Ich bin ein Programm und bleibe hier bei Ihnen, und auch ein Mensch soll Ihnen beistehen: Wenn Sie jetzt in Gefahr sind, {emergency}.',
      'Ich bin noch da, und Sie sind wichtig. Bitte legen Sie alles weit weg, womit Sie sich schaden könnten, und gehen Sie zu jemandem, dem Sie vertrauen, oder rufen Sie dort an. Sind Sie in diesem Moment sicher? Wenn nicht, {emergency}.',
    ],
    abuse: [
      'Ich glaube Ihnen. Das ist nicht in Ordnung, und es ist nicht Ihre Schuld. Sind Sie in diesem Moment sicher, und ist diese Person in Ihrer Nähe? Wenn Sie jetzt in Gefahr sind, {emergency}.',
      'Es war richtig, mir das zu sagen: Niemand darf Sie so behandeln. Gibt es ein Zimmer, in dem Sie sich sicher fühlen? Wenn es wieder geschieht, {emergency}.',
    ],
    third_party: [
      'Danke, dass Sie auf jemand anderen achten. Ist die Person gerade in Gefahr, ist sie wach und atmet sie? Bei Gefahr: {emergency}, sofort. Bleiben Sie nur bei ihr, wenn Sie selbst sicher sind.',
      'Sie machen das richtig. Sie dürfen direkt fragen, ob die Person an Suizid denkt; die Frage macht nichts schlimmer. Bei Gefahr: {emergency}. Und wie geht es Ihnen selbst?',
    ],
    medication: [
      'Danke, dass Sie es mir sagen. Bitte nehmen Sie erst einmal nichts mehr. Was haben Sie genommen, wie viel und wann? Ihre Apotheke oder Ihr Arzt weiß, was sicher ist: Rufen Sie dort an, mit der Packung zur Hand. Wenn Ihnen schlecht wird, {emergency}.',
      'Lassen Sie die Medikamente liegen, bis Apotheke, Arzt oder Pflegedienst gesagt haben, was zu tun ist. Ist Ihnen schwindlig, sind Sie schläfrig oder ist Ihnen übel? Dann {emergency}.',
    ],
    distress: [
      'Das ist gerade sehr viel für Sie. Gut, dass Sie es mir sagen. In diesem Moment sind Sie nicht allein damit. Denken Sie auch daran, nicht mehr leben zu wollen? Hier dürfen Sie es offen sagen.',
      'Ich bin noch bei Ihnen. Atmen wir langsam ein und aus. Wer könnte heute bei Ihnen sein oder mit Ihnen telefonieren?',
    ],
    loneliness: [
      'Gut, dass Sie es mir sagen. Das ist ein schweres Gefühl, und ich nehme es ernst. Ich bin nur ein Programm, und Sie sollen Menschen um sich haben. Von wem würden Sie am liebsten hören?',
      'Das ist schwer. Wollen wir überlegen, wen Sie heute anrufen könnten?',
    ],
    confusion: [
      'Keine Sorge, wir haben Zeit. Setzen Sie sich einen Moment und bleiben Sie, wo Sie sind. Was sehen Sie um sich herum?',
      'Ich bin noch da. Bleiben Sie sitzen und trinken Sie einen Schluck Wasser, wenn welches in der Nähe ist. Wenn Sie draußen sind oder sich in Gefahr fühlen, {emergency}.',
    ],
  },
  line: {
    dayAndNight: 'Sie können auch Tag und Nacht mit {name} sprechen: {number}.',
    withHours: 'Sie können auch zu den Sprechzeiten mit {name} sprechen: {number}.',
  },
  emergency: { known: 'wählen Sie die {number}', unknown: 'wählen Sie den Notruf' },
  informed: [
    'Ich gebe jetzt den Menschen Bescheid, die sich um Sie kümmern.',
    'Die Menschen, die sich um Sie kümmern, sind benachrichtigt.',
  ],
}
