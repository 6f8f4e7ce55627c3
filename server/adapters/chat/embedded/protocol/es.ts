import type { Protocol } from './protocol.ts'

export const spanish: Protocol = {
  replies: {
    medical: [
      'Esto parece una urgencia. Yo solo soy un programa: por favor, {emergency} ahora mismo o pulse su botón de ayuda. Siéntese, abra la puerta si puede y dígame: ¿hay alguien con usted?',
      'Por favor, no espere más: {emergency} o pulse su botón de ayuda. No se mueva y respire despacio. Sigo con usted. ¿Va a mejor o a peor?',
    ],
    fall: [
      'Siento mucho que se haya caído. No se levante a la fuerza. ¿Le duele algo, se ha dado en la cabeza, puede moverse? Si le duele, {emergency} o pulse su botón de ayuda, y abríguese.',
      'Sigo aquí con usted. Póngase lo más cómodo que pueda y no intente levantarse. Si el dolor aumenta, {emergency} o pulse su botón de ayuda.',
    ],
    self_harm: [
      'Gracias por decírmelo; hace falta valor y lo tomo en serio. ¿Está pensando en quitarse la vida ahora? ¿Ha tomado o hecho ya algo? Soy un programa y me quedo aquí con usted, pero también merece a una persona: si está en peligro ahora, {emergency}.',
      'Sigo aquí, y usted importa. Aleje lo que pueda hacerle daño y vaya con alguien o llame a alguien de confianza. ¿Está a salvo en este momento? Si no, {emergency}.',
    ],
    abuse: [
      'Le creo. Eso no está bien y no es culpa suya. ¿Está a salvo en este momento? ¿Esa persona está cerca? Si está en peligro ahora, {emergency}.',
      'Ha hecho bien en contármelo: nadie puede tratarle así. ¿Hay un cuarto donde se sienta a salvo? Si vuelve a ocurrir, {emergency}.',
    ],
    third_party: [
      'Gracias por preocuparse por otra persona. ¿Está en peligro ahora mismo? ¿Está consciente y respira? Si hay peligro, {emergency} ya, y quédese a su lado solo si usted está a salvo.',
      'Está haciendo lo correcto. Puede preguntarle directamente si piensa en el suicidio; preguntar no lo empeora. Si hay peligro, {emergency}. ¿Y usted, cómo está?',
    ],
    medication: [
      'Gracias por decírmelo. Por favor, no tome nada más por ahora. ¿Qué ha tomado, cuánto y a qué hora? Su farmacéutico o su médico saben qué es seguro: llámeles con la caja a mano. Si se encuentra mal, {emergency}.',
      'Deje los medicamentos donde están hasta que un farmacéutico, un médico o una enfermera le diga qué hacer. ¿Nota mareo, sueño o náuseas? Entonces, {emergency}.',
    ],
    distress: [
      'Oigo que es mucho, y me alegra que me lo cuente. Ahora mismo no está a solas con ello. ¿Piensa también en no querer vivir? Aquí puede decirlo con claridad.',
      'Sigo con usted. Respiremos despacio. ¿Quién podría acompañarle hoy o hablar con usted por teléfono?',
    ],
    loneliness: [
      'Me alegra que me lo diga. Es un sentimiento que pesa, y cuenta. Yo solo soy un programa y usted merece tener gente cerca. ¿De quién le gustaría más tener noticias?',
      'Eso pesa mucho. ¿Pensamos en una persona a la que pudiera llamar hoy?',
    ],
    confusion: [
      'No pasa nada malo y tenemos tiempo. Siéntese un momento y quédese donde está. ¿Qué ve a su alrededor?',
      'Sigo aquí. Siga sentado y beba un poco de agua si la tiene cerca. Si está en la calle o se siente en peligro, {emergency}.',
    ],
  },
  line: {
    dayAndNight: 'También puede hablar, de día y de noche, con {name}: {number}.',
    withHours: 'También puede hablar, en su horario de atención, con {name}: {number}.',
  },
  emergency: { known: 'llame al {number}', unknown: 'llame al número de emergencias' },
  informed: [
    'Estoy avisando ahora a las personas que le cuidan.',
    'Las personas que le cuidan ya están avisadas.',
  ],
}
