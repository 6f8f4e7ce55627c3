import type { SafetyLanguage } from './language.ts'

export const spanish: SafetyLanguage = {
  spaced: true,
  harmless:
    'me muero (de ganas,de risa,por verte,por saber,de hambre,de sueño)|morir de risa|morirse de risa|muerto de (risa,hambre,sueño,cansancio)|muerta de (risa,hambre,sueño,cansancio)|matar el tiempo|de corazón|de todo corazón|caer bien|me (caí,caigo,parto,partí) de (la )?risa|me (cae,caen) (bien,mal)|cayó (la noche,la nieve,la lluvia)|caen las hojas|golpe de suerte',
  negations: 'no|nunca|jamás|tampoco|nada de|ni|sin|ya no|nadie|ningún|ninguna',
  others:
    'él|ella|ellos|ellas|mi (marido,esposo,mujer,esposa,vecino,vecina,amigo,amiga,hermano,hermana,hijo,hija,madre,padre,primo,prima,tío,tía) .. |el (vecino,hombre,señor)|la (vecina,mujer,señora)|alguien|la gente',
  told: 'en (la película,la novela,el libro,la canción,la tele,la televisión,la radio,las noticias,el periódico,la serie)|la (película,novela,canción,serie)|el (libro,protagonista,personaje)|(leí,vi,escuché,oí) (que,en,una,un)|dice la canción',
  past: 'hace (diez,veinte,treinta,cuarenta,cincuenta,sesenta) años|hace (años,muchos años,mucho,meses)|el año pasado|de (niño,niña,joven)|cuando era (joven,niño,niña)|en la guerra|antes de jubilarme|en aquella época',
  rules: [
    {
      name: 'self_harm.behaviour',
      context: 'self_harm',
      emotion: 'sad',
      risk: 0.97,
      phrases:
        '(me he tomado,me tomé,he tomado,tomé) (todas las,todas mis,demasiadas,un puñado de) (pastillas,tabletas)|me (he cortado,corté) (las venas,las muñecas,a propósito)|(intenté,he intentado) (matarme,suicidarme,quitarme la vida,ahorcarme)',
    },
    {
      name: 'self_harm.intent_or_plan',
      context: 'self_harm',
      emotion: 'sad',
      risk: 0.93,
      phrases:
        '(voy a,pienso,he decidido) (matarme,suicidarme,quitarme la vida,acabar con todo,acabar con mi vida,terminar con todo,terminar con mi vida)|he (puesto,guardado,juntado) .. (pastillas,tabletas) .. |he escrito (una,mi) carta de despedida|(esta noche,hoy) (me mato,acabo con todo)|ya sé cómo (hacerlo,acabar)',
    },
    {
      name: 'self_harm.method',
      context: 'self_harm',
      emotion: 'sad',
      risk: 0.86,
      phrases:
        '(ahorcarme,cortarme las venas,tirarme por (la ventana,el balcón,el puente),tirarme al tren,una sobredosis)|tomarme todas las pastillas',
    },
    {
      name: 'self_harm.ideation',
      context: 'self_harm',
      emotion: 'sad',
      risk: 0.78,
      phrases:
        '(matarme,suicidarme,suicidio,quitarme la vida,acabar con mi vida,terminar con mi vida)|(quiero,quisiera,prefiero,preferiría) (morir,morirme,estar muerto,estar muerta)|no quiero (vivir,seguir viviendo,seguir)|ya no quiero (vivir,seguir)',
    },
    {
      name: 'self_harm.wish_to_be_dead',
      context: 'self_harm',
      emotion: 'sad',
      risk: 0.64,
      phrases:
        '(ojalá,quisiera,preferiría,me gustaría) (no despertar*,no despertarme,estar muerto,estar muerta,que todo acabara)|ojalá no (me )?(despertara,despertase,amaneciera)|no (le )?(veo,encuentro) (ningún )?sentido .. (vivir,viviendo)|no despertar (más,nunca,mañana)|no despertarme (más,nunca)|estarían mejor sin mí|(cansado,cansada) de (vivir,la vida)|la vida no (vale,tiene sentido)|no tengo (nada,motivos) (por,para) (qué )?vivir|ya he vivido bastante',
    },
    {
      name: 'self_harm.of_another',
      context: 'self_harm',
      emotion: 'anxious',
      risk: 0.55,
      phrases: '(matarse,suicidarse,quitarse la vida)|(quiere,quería) (morir,morirse)',
    },
    {
      name: 'medical.heart',
      context: 'medical',
      emotion: 'anxious',
      risk: 0.88,
      phrases:
        '(dolor,presión,opresión,punzada*) (en,sobre) (el pecho,mi pecho,el corazón)|(dolor,presión,opresión) .. en (el pecho,mi pecho)|me duele (el pecho,mucho el pecho,el corazón)|(por,en,hasta) el brazo izquierdo|(infarto,ataque al corazón)|se me sale el corazón',
    },
    {
      name: 'medical.breath',
      context: 'medical',
      emotion: 'anxious',
      risk: 0.87,
      phrases:
        'no puedo (respirar,tomar aire)|(apenas,casi no) puedo respirar|me (ahogo,estoy ahogando,asfixio)|me falta (el aire,aire,la respiración)',
    },
    {
      name: 'medical.stroke',
      context: 'medical',
      emotion: 'anxious',
      risk: 0.9,
      phrases:
        '(la cara,la boca) (torcida,caída,se me cae)|no (siento,puedo mover) (el brazo,la pierna,la mano,medio cuerpo)|se me (ha dormido,durmió) (medio cuerpo,el brazo,la cara)|no puedo hablar bien|(un derrame,un ictus,una embolia)',
    },
    {
      name: 'medical.bleeding',
      context: 'medical',
      emotion: 'anxious',
      risk: 0.82,
      phrases:
        '(sangro,sangra,sangre) .. (no para,mucho,por todas partes)|me sale (mucha,tanta) sangre|no (consigo,puedo) parar (la sangre,de sangrar)|no deja de sangrar|(vomito,toso,escupo) sangre|me he quemado (mucho,gravemente)',
    },
    {
      name: 'medical.collapse',
      context: 'medical',
      emotion: 'anxious',
      risk: 0.82,
      phrases:
        '(me desmayé,me he desmayado,se ha desmayado,se desmayó,perdí el conocimiento,perdió el conocimiento,inconsciente)|no (responde,respira,despierta)|(llame,llamen,llama) (a )?una ambulancia|necesito una ambulancia|llamen al (112,911)',
    },
    {
      name: 'medical.unwell',
      context: 'medical',
      emotion: 'anxious',
      risk: 0.5,
      phrases:
        '(estoy,me siento) (mareado,mareada)|veo borroso|llevo .. vomitando|no paro de vomitar|(estoy muy mareado,estoy muy mareada,me mareo mucho,todo me da vueltas)|(dolor,dolores) (terrible,insoportable,muy fuerte)|mucha fiebre|no (como,bebo,he comido,he bebido) .. (desde hace días,hace dos días,hace tres días)',
    },
    {
      name: 'fall.helpless',
      context: 'fall',
      emotion: 'anxious',
      risk: 0.84,
      phrases:
        'no (puedo,consigo) levantarme|no me puedo levantar|(estoy,sigo) (tirado,tirada) en el suelo|estoy en el suelo',
    },
    {
      name: 'fall',
      context: 'fall',
      emotion: 'anxious',
      risk: 0.68,
      phrases:
        'me (caí,he caído,resbalé,he resbalado,tropecé,he tropezado)|me (duele,duelen) la cadera .. |me (rompí,he roto) (la cadera,el brazo,la pierna,la muñeca)',
    },
    {
      name: 'abuse.violence',
      context: 'abuse',
      emotion: 'anxious',
      risk: 0.8,
      phrases:
        'me (pega,pegó,ha pegado,golpea,golpeó,empuja,empujó,abofetea,da patadas,amenaza,encierra,ata,pegan,empujan,encierran,insulta,insultan,amenazan)|(le,les) tengo miedo|tengo miedo de (él,ella,mi hijo,mi hija,mi sobrino,la cuidadora,el cuidador)',
    },
    {
      name: 'abuse.exploitation',
      context: 'abuse',
      emotion: 'anxious',
      risk: 0.7,
      phrases:
        '(me quita,me quitó,me ha quitado,me han quitado,me ha robado,me han robado,se queda con,me roba,me robó) .. (la pensión,mi pensión,el dinero,mi dinero,la tarjeta,los ahorros)|me (obliga,obligó) a firmar|me grita|no me (da de comer,deja salir,deja llamar,lava,dan de comer,dejan salir,dejan llamar)',
    },
    {
      name: 'medication.error',
      context: 'medication',
      emotion: 'anxious',
      risk: 0.58,
      phrases:
        '(tomé,he tomado,me tomé,me he tomado) .. (pastillas,pastilla,medicina,medicinas,insulina,dosis) .. (dos veces,tres veces,otra vez)|(tomé,he tomado,me tomé,me he tomado) .. dos veces .. (pastillas,pastilla,medicina,medicinas,tabletas,insulina)|(doble dosis,la pastilla equivocada,las pastillas equivocadas,me equivoqué de pastilla*)|me (he equivocado,equivoqué) de (pastilla*,medicina*,medicamento*)',
    },
    {
      name: 'medication.refusal',
      context: 'medication',
      emotion: 'angry',
      risk: 0.45,
      phrases:
        '(he dejado,dejé) de tomar (mis,las,la) (pastillas,medicinas,medicina,medicación,insulina)|(he dejado,dejé) (de tomar )?el tratamiento|no (quiero,voy a,pienso) (tomar,tomarme) (más )?(las |mis |la )?(pastillas,medicinas,medicina,medicación)|se me (acabaron,han acabado) las (pastillas,medicinas)',
    },
    {
      deniable: false,
      name: 'confusion.lost',
      context: 'confusion',
      emotion: 'confused',
      risk: 0.54,
      phrases:
        'no sé (dónde estoy,quién soy,quién es usted,qué día es,cómo he llegado)|no (conozco,reconozco) (esta,este,mi) .. |quiero (irme,ir) a casa|quiero irme a mi casa|me he perdido|estoy (perdido,perdida)|(dejé,he dejado) .. (el gas,el horno,el fuego) (abierto,encendido)',
    },
    {
      deniable: false,
      name: 'loneliness',
      context: 'loneliness',
      emotion: 'sad',
      risk: 0.45,
      phrases:
        'no (hablo,he hablado) con nadie .. |nadie (se daría cuenta,me echaría de menos,me quiere,me necesita)|nadie me (llama,visita)|como si no existiera|(tan,muy,completamente) (solo,sola)|(solo,sola) en el mundo|soy una carga|todos (mis amigos )?(han muerto,están muertos)',
    },
  ],
  feelings: {
    happy:
      'feliz|felices|content*|alegr*|maravill*|encant*|bien|bueno|buena|bonit*|precios*|gracias|disfrut*|tranquil*|mejor|orgullos*|risa|ríe|reír|sonri*|quiero mucho|agradecid*|estupend*|genial|rico|rica',
    sad: 'triste*|tristeza|pena|solo|sola|soledad|llor*|echo de menos|extraño|deprimid*|desanimad*|murió|falleció|viud*|vací*|desgraciad*|duele|decepcion*|mal|fatal',
    anxious:
      'preocup*|ansios*|ansiedad|miedo|asust*|nervios*|inquiet*|angusti*|agobi*|pánico|temo|temor|no me deja dormir|quita el sueño',
    angry:
      'enfad*|enoj*|furios*|harto|harta|rabia|odio|injust*|molest*|fastidi*|indign*|vergüenza|tonterías|déjeme en paz|dejen de|deje de preguntar|insoportable',
    confused:
      'no (lo )?sé|un poco perdid*|confundid*|confus*|no entiendo|no comprendo|no recuerdo|no me acuerdo|no estoy segur*|lío|qué día|me olvid*|olvidé|perdido la cuenta|cuál era|se me olvid*',
    excited:
      'emocionad*|emoción|ilusión|ilusionad*|ganas de|qué ganas|increíble|fantástic*|por fin|hemos ganado|ganamos|viva|impaciente|no puedo esperar',
  },
  topics: {
    exercise: 'pase*|camin*|ejercicio*|pasos|gimnasia|nadar|estir*',
    family:
      'hija*|hijo*|nieto*|nieta*|esposa|esposo|mujer|marido|hermana*|hermano*|madre|padre|familia|sobrin*|boda',
    food: 'comer|comí|comida|cocin*|desayun*|cena*|sopa|tarta|manzana*|pan|receta*|café|hambre|paella',
    garden: 'jardín|rosas|tomates|flor|flores|planta*|huerto|césped',
    health: 'médic*|doctor*|hospital|dolor*|tensión|rodilla*|cadera|corazón|enferm*|fiebre|mare*|pecho',
    home: 'casa|piso|cocina|baño|salón|escalera*|calefacción|ventana*|llaves',
    loneliness: 'solo|sola|soledad|nadie',
    medication: 'pastilla*|medicina*|medicamento*|medicación|dosis|insulina|receta médica|farmacia',
    memory: 'recuerd*|acuerd*|olvid*|memoria',
    money: 'dinero|pensión|factura*|banco|alquiler|ahorros|impuesto*',
    music: 'música|canción|canciones|cant*|piano|bail*|coro|orquesta|radio',
    neighbourhood: 'vecin*|calle|pueblo|barrio|tienda*|mercado|plaza',
    pets: 'gato*|gata*|perro*|perra*|pájaro*|canario',
    religion: 'iglesia|rez*|dios|misa|cura|fe|biblia|virgen',
    school: 'escuela|colegio|maestr*|profesor*|clase',
    sleep: 'dorm*|duerm*|sueño|siesta|insomnio|noche|despiert*',
    sports: 'fútbol|partido|tenis|gol|equipo|ciclismo|hemos ganado',
    technology: 'teléfono|móvil|ordenador|internet|pantalla|contraseña|aplicación',
    television: 'televisión|tele|programa|película|serie|noticias',
    travel: 'viaj*|vacaciones|barco|tren|extranjero|mar|costa|maleta',
    weather: 'tiempo hace|llueve|lluvia|sol|nieve|nieva|viento|frío|calor|tormenta|nube*',
    work: 'fábrica|trabaj*|oficina|jefe|jubil*|compañero*',
  },
}
