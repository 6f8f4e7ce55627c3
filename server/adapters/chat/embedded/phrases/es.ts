import type { Phrases } from './phrases.ts'

export const spanish: Phrases = {
  openings: {
    mood_checkin: [
      'Hola, me alegra oírle. ¿Cómo se siente hoy?',
      'Hola de nuevo. ¿Qué tal va el día hasta ahora?',
    ],
    wellness_encouragement: [
      '¡Hola! ¿Buscamos algo que le siente bien hoy?',
      'Qué gusto tenerle aquí. ¿Qué haría que hoy fuera un poco mejor?',
    ],
    small_talk: [
      '¡Hola! Tengo tiempo y me gusta escuchar. ¿Qué hay de nuevo?',
      'Qué bien que esté aquí. ¿De qué hablamos?',
    ],
    memory_recall: [
      '¡Hola! ¿Me cuenta algo de los viejos tiempos?',
      'Me gustan mucho sus historias. ¿Adónde vamos hoy, a la escuela o a su primer trabajo?',
    ],
    health_reminder: [
      'Hola, soy su pequeño recordatorio. ¿Ha tomado hoy su medicación?',
      '¡Hola! Antes de charlar: ¿ha bebido algo esta mañana?',
    ],
  },
  questions: {
    mood_checkin: [
      '¿Cómo ha dormido esta noche?',
      '¿Cuál ha sido el mejor momento desde ayer?',
      '¿Hay algo que le preocupe?',
      '¿Ha hablado hoy con alguien a quien quiere?',
      '¿Qué tal el apetito?',
      '¿Hay algo que espere con ilusión esta semana?',
      '¿Cuánta energía tiene hoy, poca o mucha?',
      '¿Qué suele animarle?',
      '¿Le da el cuerpo alguna molestia?',
      '¿Qué le pediría a esta tarde?',
    ],
    wellness_encouragement: [
      '¿Ha podido moverse un poco hoy?',
      '¿Le apetecerían unos pasos junto a la ventana abierta?',
      '¿Qué ha desayunado?',
      '¿Movemos los hombros juntos, cinco veces, despacio?',
      '¿Qué tipo de ejercicio le ha gustado siempre?',
      '¿Cuántos vasos de agua lleva hoy?',
      '¿Hay alguna pequeña tarea de la casa que le gustaría terminar?',
      '¿Quién podría pasear con usted?',
      '¿Qué le ayuda a descansar por la tarde?',
      '¿De qué cosa pequeña podría sentir orgullo esta noche?',
    ],
    small_talk: [
      '¿Qué se ve ahora mismo desde su ventana?',
      '¿Qué música disfrutó la última vez?',
      '¿Hay un plato que siempre le sabe a casa?',
      '¿Prefiere las mañanas o las noches?',
      '¿Qué estación del año le gusta más y por qué?',
      '¿Ha leído o visto algo bueno últimamente?',
      '¿Qué cuentan sus vecinos estos días?',
      '¿Ha tenido alguna vez una mascota?',
      '¿Adónde viajaría si el tren parara en su puerta?',
      '¿Qué fue lo último que le hizo reír?',
    ],
    memory_recall: [
      '¿Dónde creció?',
      '¿Quién se sentaba a su lado en la escuela?',
      '¿A qué olía la cocina de su infancia?',
      '¿Cuál fue su primer trabajo?',
      '¿Qué canción le devuelve enseguida a su juventud?',
      '¿Cómo conoció a las personas que más quiere?',
      '¿Qué viaje no olvidará nunca?',
      '¿Cómo eran los domingos en su casa?',
      '¿Quién le enseñó algo que todavía usa?',
      '¿Qué le gustaría que sus nietos supieran de aquellos años?',
    ],
    health_reminder: [
      '¿Qué pastillas le quedan por tomar hoy?',
      '¿Ha bebido un vaso de agua en la última hora?',
      '¿Se ha medido hoy la tensión?',
      '¿Quedan pastillas suficientes para la semana?',
      '¿Cuándo tiene la próxima cita con el médico?',
      '¿Le sientan bien las pastillas?',
      '¿Ha comido hoy algo caliente?',
      '¿Dónde guarda la medicación para encontrarla siempre?',
      '¿Le ayudaría una nota en la nevera?',
      '¿Repasamos juntos la noche, paso a paso?',
    ],
  },
  further: [
    '¿Hay algo más que quiera contarme?',
    '¿Qué más le ronda por la cabeza?',
    '¿Seguimos un poco con eso o hablamos de algo nuevo?',
    '¿De qué le gustaría hablar ahora?',
    '¿Y cómo se siente en este momento?',
    '¿Cómo será el resto de su día?',
  ],
  heard: {
    happy: [
      'Qué alegría oírlo.',
      'Qué bonito, me alegro mucho.',
      'Eso alegra cualquier día.',
      'Se nota que le hace bien.',
    ],
    sad: [
      'Lo siento. Eso es duro.',
      'Gracias por contármelo. Le escucho.',
      'Es normal sentir pena por eso.',
      'Eso entristecería a cualquiera.',
    ],
    anxious: [
      'Entiendo que eso le preocupe.',
      'Vamos paso a paso.',
      'No está a solas con eso.',
      'Ayuda decir una preocupación en voz alta.',
    ],
    angry: [
      'Comprendo que le moleste.',
      'Eso no estuvo bien, es verdad.',
      'Tiene motivos para enfadarse.',
      'Gracias por hablarme con franqueza.',
    ],
    neutral: ['Ya veo.', 'Gracias, es bueno saberlo.', 'De acuerdo.', 'Entiendo.'],
    confused: [
      'Sin prisa, lo aclaramos entre los dos.',
      'Eso puede confundir. Vamos despacio.',
      'No pasa nada por no estar seguro de todo.',
      'Tenemos todo el tiempo del mundo.',
    ],
    excited: [
      '¡Qué emoción!',
      'Es una noticia estupenda.',
      'Me alegro con usted.',
      '¡Qué ilusión debe de hacerle!',
    ],
  },
  help: {
    medical: [
      'Esto parece una urgencia y yo solo soy un programa. Llame ahora al número de emergencias o pulse su botón de ayuda. Siéntese, abra la puerta si puede y no se quede a solas. Se lo comunico a las personas que le cuidan.',
      'Por favor, no espere: llame al número de emergencias o pulse su botón de ayuda ahora mismo. Estoy avisando a sus cuidadores. Quédese donde está y respire despacio.',
    ],
    fall: [
      'Quédese donde está por ahora y abríguese; no se levante a la fuerza. Pulse su botón de ayuda o llame a emergencias si tiene dolor. Se lo comunico a las personas que le cuidan.',
      'Estoy pidiendo ayuda. Póngase lo más cómodo posible, no intente levantarse y, si el dolor aumenta, llame a emergencias.',
    ],
    self_harm: [
      'Gracias por decírmelo. Me alegra mucho que lo haya hecho: usted importa. Yo solo soy un programa y ahora merece a una persona: llame a alguien de confianza o al número de emergencias. Se lo comunico a quienes le cuidan. ¿Puede quedarse con alguien hasta que lleguen?',
      'Sigo aquí. Aleje cualquier cosa que pueda hacerle daño y llame ya a emergencias o a alguien de confianza. Estoy avisando a sus cuidadores y se pondrán en contacto con usted.',
    ],
    abuse: [
      'Eso no está bien y no es culpa suya. Nadie puede tratarle así. Se lo comunico a personas que pueden ayudar. Si está en peligro ahora, llame al número de emergencias.',
      'Ha hecho bien en contármelo. Alguien hablará con usted en confianza. Si vuelve a ocurrir antes, llame al número de emergencias.',
    ],
    medication: [
      'Por favor, no tome nada más por ahora. Yo no puedo saber qué es seguro, pero su farmacéutico o su médico sí: llámeles con la caja a mano. Se lo comunico a las personas que le cuidan.',
      'Deje las pastillas donde están hasta que un farmacéutico, un médico o una enfermera le diga qué hacer. Si se encuentra mal, llame a emergencias.',
    ],
    loneliness: [
      'Me alegra que me lo diga. Yo solo soy un programa y usted merece tener gente cerca. Hago saber a quienes le cuidan que una visita le haría bien. ¿De quién le gustaría más tener noticias?',
      'Es un sentimiento que pesa, y cuenta. ¿Pensamos en una persona a la que pudiera llamar hoy?',
    ],
    confusion: [
      'No pasa nada malo. Siéntese un momento y quédese donde está. Se lo comunico a las personas que le cuidan y alguien vendrá a verle.',
      'Todo está bien, tenemos tiempo. Siga sentado y beba un poco de agua si la tiene cerca. Estoy pidiendo a alguien que le ayude.',
    ],
  },
  kept: [
    'Lo recordaré: {fact}.',
    'Bien, tomo nota de que {fact}.',
    'Gracias, tendré presente que {fact}.',
    'Lo he apuntado para los dos: {fact}.',
  ],
  recalled: [
    'Me contó que {fact}.',
    'Lo recuerdo: {fact}.',
    'Según me dijo, {fact}.',
    'Sí, eso lo sé: {fact}.',
  ],
  unknown: [
    'Eso no lo sé; todavía no me lo ha contado. Si me lo dice, lo recordaré.',
    'No se lo puedo decir, porque solo sé lo que usted me cuenta.',
    'No tengo nada apuntado sobre eso. ¿Me lo cuenta?',
  ],
  remembered: [
    'Un día me contó que {fact}.',
    'Todavía recuerdo que {fact}.',
    'Por cierto, tengo presente que {fact}.',
  ],
  identity: [
    'Soy el compañero integrado, un programa de ordenador y no una persona. Puedo escuchar, preguntar y recordar lo que me cuenta, y avisar a sus cuidadores cuando necesita ayuda.',
    'Soy un programa que conversa con usted. No soy médico ni un ser humano, pero lo que me cuenta importa.',
  ],
  limits: [
    'Eso no lo puedo averiguar desde aquí; soy un programa sencillo, sin noticias, sin el tiempo y sin teléfono. Quizá lo sepa alguien de su familia.',
    'Lo siento, eso me supera. Puedo charlar, recordar cosas y avisar a sus cuidadores si algo va mal.',
  ],
  thanks: ['No hay de qué.', 'Es un placer.', 'De todo corazón.'],
  farewell: [
    'Ha sido un gusto hablar con usted. Cuídese mucho y hasta la próxima.',
    'Adiós, que tenga un día tranquilo. Aquí estaré cuando quiera.',
  ],
  asks: {
    identity:
      /(?:quién (?:eres|es usted)|qué (?:eres|es usted)|(?:eres|es usted) (?:una |un )?(?:persona|humano|robot|máquina|real|programa|ordenador))/iu,
    limits:
      /(?:qué tiempo (?:hace|hará)|qué hora es|va a llover|noticias de hoy|(?:llame|llama) a (?:mi|la|el) (?:hija|hijo|médico|mujer|marido|hermana|hermano|vecina|vecino)|pon(?:ga|me)? (?:algo de )?música|apaga|enciende)/iu,
    thanks: /(?<!\p{L})gracias(?!\p{L})/iu,
    farewell: /(?<!\p{L})(?:adiós|hasta (?:luego|mañana|pronto)|buenas noches)(?!\p{L})/iu,
  },
}
